import { build } from 'esbuild'
import { RESOLVING } from './bundling.mjs'

/** Makes the script of the process in which the sandbox runs the engine. The engine itself is never bundled. */
await build({
  entryPoints: { main: 'packages/sandbox/engine/worker/main.ts' },
  ...{ outdir: 'dist/engine', outExtension: { '.js': '.cjs' }, bundle: true },
  ...{ platform: 'node', target: 'node20.19', format: 'cjs', logLevel: 'warning', ...RESOLVING },
  // Only what starts the compiler's process says where it is, and that is left out of this script.
  logOverride: { 'empty-import-meta': 'silent' },
})
