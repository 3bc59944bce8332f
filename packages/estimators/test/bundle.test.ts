import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** What a bundler keeps of the package when only these names are imported. */
async function bundled(names: string): Promise<{ readonly text: string; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export { ${names} } from '../src/index.js'`, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const [output] = Object.values(metafile.outputs)
  const inputs = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { text: outputFiles[0]!.text, inputs: inputs.map(([path]) => path) }
}

describe('the package in a browser bundle', () => {
  it('leaves the generator out for whom quantile is enough', async () => {
    const { text, inputs } = await bundled('quantile')
    expect(inputs.join()).not.toContain('seedrandom')
    expect(inputs.join()).not.toContain('rng')
    expect(text.length).toBeLessThan(5000)
  })
  it.each(['quantiles', 'pairedMedian', 'acrossRepetitions', 'hodgesLehmann', 'equivalence', 'confidenceSequence', 'autocorrelationTime'])('leaves it out for %s', async (name) => {
    expect((await bundled(name)).inputs.join()).not.toContain('seedrandom')
  })
  it('carries it for what may have to draw', async () => {
    expect((await bundled('pairedShift')).inputs.join()).toContain('seedrandom')
  })
})
