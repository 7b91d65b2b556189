import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { build } from 'esbuild'
import { AHEAD, LICENSES, licensesOf, PACKAGES, packagesOf, RESOLVING, version } from './bundling.mjs'

/** Bundles the code for browsers, in each build of the package and before the tests. */
const [outdir = 'dist/viewer'] = process.argv.slice(2)

const common = {
  ...RESOLVING,
  outdir,
  bundle: true,
  metafile: true,
  minify: true,
  target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  legalComments: 'none',
  tsconfig: 'packages/pictures/viewer/tsconfig.json',
  banner: { js: `/* Boardwright ${version} */` },
  logLevel: 'warning',
}

const pages = await build({
  ...common,
  entryPoints: { viewer: 'packages/pictures/viewer/viewer.ts', preview: 'packages/pictures/viewer/preview/preview.ts' },
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
})
// The frames of apps and of charts have a separate origin, so they can load scripts from here but no modules.
const frame = await build({
  ...common,
  entryPoints: { frame: 'packages/pictures/viewer/frame/frame.ts', charts: 'packages/pictures/viewer/charts/frame.ts' },
  format: 'iife',
})

/** The outline of the world is under maps here and in pictures that need no browser. */
const WORLD = 'world.json'
copyFileSync(join('packages/pictures/viewer/land', WORLD), join(outdir, WORLD))

const metafiles = [pages.metafile, frame.metafile]
const ABOUT_WORLD = `${'-'.repeat(80)}

${WORLD}: made with Natural Earth (naturalearthdata.com), which is in the public domain.
`
writeFileSync(join(outdir, LICENSES), `${licensesOf(metafiles)}\n${ABOUT_WORLD}`)
writeFileSync(join(outdir, PACKAGES), `${JSON.stringify(packagesOf(metafiles), null, 2)}\n`)

writeFileSync(join(outdir, AHEAD), `${JSON.stringify(aheadOf(pages.metafile))}\n`)

// Parts of an earlier build have other names. Remove them last, because somebody may be reading them.
const outputs = metafiles.flatMap(({ outputs }) => Object.keys(outputs))
const made = new Set([AHEAD, LICENSES, PACKAGES, WORLD, ...outputs.map((path) => basename(path))])
for (const name of readdirSync(outdir)) if (!made.has(name)) rmSync(join(outdir, name), { recursive: true })

/** For each page, the files needed for its first chart. They load in parallel with the page's own file. */
function aheadOf({ outputs }) {
  const name = (start) => Object.keys(outputs).find((path) => basename(path).startsWith(start))
  const reach = (path, seen = new Set()) => {
    if (seen.has(path)) return seen
    seen.add(path)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') reach(next, seen)
    return seen
  }
  const needed = (page) => [...new Set(['chart-', 'rows-', page].flatMap((start) => [...reach(name(start))]))]
  return Object.fromEntries(
    ['viewer', 'preview'].map((page) => [page, needed(`${page}.js`).map((path) => basename(path))]),
  )
}
