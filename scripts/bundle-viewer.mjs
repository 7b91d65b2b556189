import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { build } from 'esbuild'
import { AHEAD, LICENSES, licensesOf, PACKAGES, packagesOf, RESOLVING, version } from './bundling.mjs'

/** Bundles the code for browsers, in each build of the package and before the tests. */
const VIEWER = 'packages/pictures/viewer'
const PREVIEW = `${VIEWER}/preview`
const [outdir = 'dist/viewer'] = process.argv.slice(2)

/**
 * A file is made for each set of files that share code. What a page loads later imports the page itself, which is there
 * by then: so all code that pages begin with is in one file, not in twenty.
 */
const laterHasThePage = {
  name: 'later has the page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path: join(resolveDir, path), namespace: 'later' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => {
      const page = resolve(dirname(path) === resolve(PREVIEW) ? `${PREVIEW}/preview.ts` : `${VIEWER}/mount.ts`)
      return { resolveDir: dirname(path), contents: `import '${page}'\nexport * from '${path}'` }
    })
  },
}

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
  plugins: [...RESOLVING.plugins, laterHasThePage],
  entryPoints: { viewer: `${VIEWER}/viewer.ts`, preview: `${PREVIEW}/preview.ts` },
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
})
const styles = await build({
  ...common,
  entryPoints: { viewer: `${VIEWER}/style.css`, preview: `${PREVIEW}/preview.css` },
})
// The frames of apps and of charts have a separate origin, so they can load scripts from here but no modules.
const frame = await build({
  ...common,
  entryPoints: { frame: `${VIEWER}/frame/frame.ts`, charts: `${VIEWER}/charts/frame.ts` },
  format: 'iife',
})

/** The outline of the world is under maps here and in pictures that need no browser. */
const WORLD = 'world.json'
copyFileSync(join(VIEWER, 'land', WORLD), join(outdir, WORLD))

const metafiles = [pages, styles, frame].map(({ metafile }) => metafile)
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

/** For each page, its own file and all that this one imports. They load in parallel. */
function aheadOf({ outputs }) {
  const reach = (path, seen = new Set()) => {
    if (seen.has(path)) return seen
    seen.add(path)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') reach(next, seen)
    return seen
  }
  const needed = (page) => [...reach(Object.keys(outputs).find((path) => basename(path) === `${page}.js`))]
  return Object.fromEntries(['viewer', 'preview'].map((page) => [page, needed(page).map((path) => basename(path))]))
}
