import { cpSync, rmSync } from 'node:fs'
import { defineConfig } from 'tsup'
import type { Options } from 'tsup'

export interface PackageBuild {
  /** What `exports` offers: ESM, CommonJS and types of each. */
  readonly library: readonly string[]
  /** What a file in `bin/` or `worker/` starts: ESM alone, as nobody imports it. */
  readonly programs?: readonly string[]
  /** `neutral` for the packages that must also run in a browser. */
  readonly platform?: 'node' | 'neutral'
  /** Folders that the tarball carries beside the code, as `{ 'dist/name': 'path from the package' }`. */
  readonly copy?: Readonly<Record<string, string>>
}

/** The one way a package of this workspace is built; the working directory is the package. */
export function tsupPackage({ library, programs = [], platform = 'node', copy = {} }: PackageBuild): ReturnType<typeof defineConfig> {
  // Not tsup's own `clean`: the two builds run side by side, and one would remove what the other wrote.
  rmSync('dist', { recursive: true, force: true })
  for (const [to, from] of Object.entries(copy)) cpSync(from, to, { recursive: true })
  const shared: Options = {
    target: 'node20',
    platform,
    clean: false,
    // A tarball must hold what it needs: sources of other packages are imported, never bundled.
    esbuildOptions: (options) => { options.conditions = [] },
  }
  const libraryBuild: Options = { ...shared, entry: [...library], format: ['esm', 'cjs'], dts: true, shims: platform === 'node' }
  return defineConfig(programs.length === 0 ? libraryBuild : [libraryBuild, { ...shared, entry: [...programs], format: ['esm'], dts: false }])
}
