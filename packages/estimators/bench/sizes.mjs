// Bytes of a browser bundle, minified, and compressed, when only these names are imported.
//
//   node packages/estimators/bench/sizes.mjs
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const wanted = ['{ quantile }', '{ acrossRepetitions }', '{ quantileInterval }', '{ pairedShift }', '*']
const sizes = []
for (const names of wanted) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export ${names} from '../src/index.js'`, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    write: false,
  })
  const inputs = Object.entries(Object.values(metafile.outputs)[0].inputs)
  const drawn = inputs.some(([path, { bytesInOutput }]) => path.includes('seedrandom') && bytesInOutput > 0)
  sizes.push({ names, bytes: outputFiles[0].contents.length, compressed: gzipSync(outputFiles[0].contents).length, seedrandom: drawn })
}
for (const { names, bytes, compressed, seedrandom } of sizes) console.log(`${names.padEnd(24)} ${String(bytes).padStart(7)} bytes ${String(compressed).padStart(7)} compressed  ${seedrandom ? 'with' : 'without'} seedrandom`)
console.log(JSON.stringify({ name: 'estimators-sizes', sizes }))
