import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

/**
 * An npm registry in memory, on 127.0.0.1 and a port of the system's choice. It holds what is published to it, refuses a
 * version that is there already, and asks nobody else: a package it does not hold is a 404.
 */
export async function startLocalRegistry() {
  const packuments = new Map()
  const tarballs = new Map()
  let url = ''

  function publish(name, body) {
    const known = packuments.get(name) ?? { _id: name, name, versions: {}, 'dist-tags': {} }
    const files = Object.entries(body._attachments ?? {})
    for (const [version, manifest] of Object.entries(body.versions)) {
      if (known.versions[version]) return [409, { error: `${name}@${version} is published already` }]
      const bytes = Buffer.from(files[0]?.[1].data ?? '', 'base64')
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
      if (manifest.dist?.integrity !== integrity) return [400, { error: `${name}@${version}: the tarball is not the one its integrity names` }]
      const path = `/${name}/-/${name.split('/').pop()}-${version}.tgz`
      tarballs.set(path, bytes)
      known.versions[version] = { ...manifest, dist: { ...manifest.dist, tarball: new URL(path, url).href } }
    }
    Object.assign(known['dist-tags'], body['dist-tags'])
    packuments.set(name, known)
    return [201, { ok: true }]
  }

  async function answer(request) {
    const path = decodeURIComponent(new URL(request.url, url).pathname)
    if (request.method === 'GET') {
      const found = tarballs.get(path) ?? packuments.get(path.slice(1))
      return found ? [200, found] : [404, { error: `${path} is not here` }]
    }
    if (request.method !== 'PUT') return [405, { error: `${request.method} is not offered` }]
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    return publish(path.slice(1), JSON.parse(Buffer.concat(chunks).toString('utf8')))
  }

  const server = createServer((request, response) => {
    answer(request).catch((error) => [400, { error: String(error) }]).then(([status, body]) => {
      const bytes = Buffer.isBuffer(body)
      response.writeHead(status, { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }).end(bytes ? body : JSON.stringify(body))
    })
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${server.address().port}/`
  return {
    url,
    names: () => [...packuments.keys()].sort(),
    close: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections() }),
  }
}
