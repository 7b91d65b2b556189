import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { build } from 'esbuild'

/** Bundles the code for browsers: once for each build of the package, and before the tests. */
const [outdir = 'dist/viewer'] = process.argv.slice(2)
const LICENSES = 'LICENSES.txt'
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const common = {
  outdir,
  bundle: true,
  metafile: true,
  minify: true,
  target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  legalComments: 'none',
  tsconfig: 'src/viewer/tsconfig.json',
  banner: { js: `/* Boardwright ${version} */` },
  logLevel: 'warning',
}

const pages = await build({
  ...common,
  entryPoints: { viewer: 'src/viewer/viewer.ts', preview: 'src/viewer/preview/preview.ts' },
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
})
// The page of an app has an origin of its own, and may load scripts but no modules from here.
const frame = await build({ ...common, entryPoints: { frame: 'src/viewer/frame/frame.ts' }, format: 'iife' })

const listed = (which) => [pages, frame].flatMap(({ metafile }) => Object.keys(metafile[which]))
writeFileSync(join(outdir, LICENSES), licensesOf(listed('inputs')))

// Parts of an earlier build have other names. They go last: somebody may be reading.
const made = new Set([LICENSES, ...listed('outputs').map((path) => basename(path))])
for (const name of readdirSync(outdir)) if (!made.has(name)) rmSync(join(outdir, name))

/** What the packages that are bundled ask to be told with them: each text once. */
function licensesOf(inputs) {
  const roots = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const byText = new Map()
  for (const root of [...roots].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const file = readdirSync(root).find((each) => /^licen[cs]e/i.test(each))
    const text = file ? readFileSync(join(root, file), 'utf8').trim() : `Licence: ${license}`
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`])
  }
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`)
  return ['The files beside this one hold code of these packages.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}
