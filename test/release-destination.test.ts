import { describe, expect, it } from 'vitest'
import { environmentSettings, npmrcSettings, releaseDestination } from '../tools/release-destination.mjs'

const local = 'http://127.0.0.1:4873/'
const published = (publishConfig: Record<string, unknown> = { access: 'public' }) => [{ file: 'packages/sse/package.json', manifest: { name: '@lat/sse', publishConfig } }]

describe('releaseDestination', () => {
  it('goes to the registry named, and to no other', () => {
    expect(releaseDestination('http://127.0.0.1:4873', published(), [])).toEqual({ registry: local })
  })

  it('lets a plain registry setting be, because the command line outranks it', () => {
    const installs = [{ source: '.npmrc', key: 'registry', value: 'https://registry.example/' }]
    expect(releaseDestination(local, published(), installs)).toEqual({ registry: local })
  })

  it('lets a scope or a publishConfig name the same registry, with or without its last slash', () => {
    const same = [{ source: '.npmrc', key: '@lat:registry', value: 'http://127.0.0.1:4873' }]
    expect(releaseDestination(local, published({ registry: 'http://127.0.0.1:4873' }), same)).toEqual({ registry: local })
  })

  it('lets the registry of another scope be', () => {
    const other = [{ source: '.npmrc', key: '@other:registry', value: 'https://registry.example/' }]
    expect(releaseDestination(local, published(), other)).toEqual({ registry: local })
  })

  it.each([
    ['no registry', undefined, 'there is no default'],
    ['an empty one', '', 'there is no default'],
    ['a bare host', '127.0.0.1', 'is not a URL'],
    ['another scheme', 'ftp://127.0.0.1/', 'has the scheme ftp:'],
    ['a password', 'http://me:secret@127.0.0.1/', 'a user name or a password'],
    ['a query', 'http://127.0.0.1/?a=b', 'more than a scheme'],
  ])('refuses %s', (_, registry, reason) => {
    expect(releaseDestination(registry, published(), [])).toEqual({ refusals: [expect.stringContaining(reason)] })
  })

  it('repeats no password in its refusal', () => {
    expect(JSON.stringify(releaseDestination('http://me:secret@127.0.0.1/', published(), []))).not.toContain('secret')
  })

  it('names every file and variable that would send it elsewhere', () => {
    const settings = [
      ...npmrcSettings('# mine\n@lat:registry = "https://registry.example/"\n', '.npmrc'),
      ...environmentSettings({ 'npm_config_@lat:registry': 'https://other.example/', PATH: '/bin' }),
    ]
    const destination = releaseDestination(local, published({ registry: 'https://third.example/', '@lat:registry': 'https://fourth.example/' }), settings)
    expect('refusals' in destination && destination.refusals.map((line) => line.split(' is ')[0])).toEqual([
      'packages/sse/package.json: publishConfig.registry',
      'packages/sse/package.json: publishConfig.@lat:registry',
      '.npmrc: @lat:registry',
      'environment variable npm_config_@lat:registry: @lat:registry',
    ])
  })
})

describe('npmrcSettings', () => {
  it('reads keys and values and leaves out comments and sections', () => {
    expect(npmrcSettings("; a\n# b\n[c]\nregistry=https://r.example/\n//r.example/:_authToken = x=y \n", 'f')).toEqual([
      { source: 'f', key: 'registry', value: 'https://r.example/' },
      { source: 'f', key: '//r.example/:_authToken', value: 'x=y' },
    ])
  })
})
