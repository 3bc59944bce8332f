import { loadDeclaration, parseDeclaration } from '@lat/subjects'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const directory = new URL('../../../../examples/subjects/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, directory), 'utf8')
const files = readdirSync(directory).filter((file) => file.endsWith('.json') && file !== 'packages.json')

describe('examples/subjects', () => {
  it.each(files)('declares in %s a gateway of that name, whose requests are chat completions', (file) => {
    const { name, request } = parseDeclaration(read(file), file)
    expect(`${name}.json`).toBe(file)
    expect(request.path).toBe('/v1/chat/completions')
    expect(read('README.md')).toContain(`\`${file}\``)
  })

  it('pins the versions its page names', () => {
    const { dependencies, overrides } = JSON.parse(read('packages.json')) as { dependencies: Record<string, string>; overrides: Record<string, string> }
    expect(dependencies).toEqual({ '@hono/node-server': '1.13.8', '@llmops/gateway': '0.6.10', '@portkey-ai/gateway': '1.15.2' })
    expect(overrides).toEqual({ '@hono/node-server': dependencies['@hono/node-server'] })
  })

  it('holds the nginx that comes with the package', () => {
    expect(parseDeclaration(read('nginx.json'), 'nginx.json')).toEqual(loadDeclaration('nginx'))
  })
})
