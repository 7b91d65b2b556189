import process from 'node:process'
import { build } from 'esbuild'
import { RESOLVING } from './bundling.mjs'

/** Makes the worker that starts the engine's compiler, if a project has one: one file, with no code of others. */
const [outdir = 'dist/compiler'] = process.argv.slice(2)

await build({
  entryPoints: { main: 'packages/platform/compiler/worker/main.ts' },
  ...{ outdir, outExtension: { '.js': '.cjs' }, bundle: true, minify: true },
  ...{ platform: 'node', target: 'node20.19', format: 'cjs', logLevel: 'warning', ...RESOLVING },
})
