import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import { build } from 'esbuild'
import { LICENSES, licensesOf, PACKAGES, packagesOf, RESOLVING } from './bundling.mjs'

/** Makes the worker that draws pictures: one file, with its fonts and rasteriser. */
const [outdir = 'dist/draw/worker'] = process.argv.slice(2)

const FONTS = 'node_modules/@expo-google-fonts'
/** Roboto, and Inter for the characters that it lacks, such as arrows. */
const FAMILIES = ['roboto', 'inter'].map((name) => join(FONTS, name))
const FILES = {
  'regular.ttf': `${FONTS}/roboto/400Regular/Roboto_400Regular.ttf`,
  'bold.ttf': `${FONTS}/roboto/600SemiBold/Roboto_600SemiBold.ttf`,
  'other.ttf': `${FONTS}/inter/400Regular/Inter_400Regular.ttf`,
  'resvg.wasm': 'node_modules/@resvg/resvg-wasm/index_bg.wasm',
}

/** Charts are measured with the fonts above. */
const measuringCanvas = {
  name: 'measuring canvas',
  setup({ onResolve, onLoad }) {
    const from = resolve('packages/pictures/draw/worker')
    onResolve({ filter: /^vega-canvas$/ }, () => ({ path: 'vega-canvas', namespace: 'measuring' }))
    onLoad({ filter: /./, namespace: 'measuring' }, () => ({
      resolveDir: from,
      contents:
        'export { canvas, canvas as domCanvas, canvas as nodeCanvas } from "./measuring-canvas.ts"\nexport const image = () => null',
    }))
  },
}

const { metafile } = await build({
  entryPoints: { main: 'packages/pictures/draw/worker/main.ts' },
  ...{ outdir, outExtension: { '.js': '.cjs' }, bundle: true, metafile: true, minify: true },
  ...{ platform: 'node', target: 'node20.19', format: 'cjs' },
  ...{ legalComments: 'none', logLevel: 'warning', ...RESOLVING, plugins: [...RESOLVING.plugins, measuringCanvas] },
})
for (const [name, from] of Object.entries(FILES)) copyFileSync(from, join(outdir, name))

const fonts = FAMILIES.map(
  (family) => `${basename(family)}\n\n${readFileSync(join(family, 'LICENSE_FONT'), 'utf8').trim()}\n`,
)
writeFileSync(join(outdir, LICENSES), [licensesOf([metafile]), ...fonts].join(`\n${'-'.repeat(80)}\n\n`))
writeFileSync(join(outdir, PACKAGES), `${JSON.stringify([...packagesOf([metafile]), ...FAMILIES], null, 2)}\n`)

const made = new Set([LICENSES, PACKAGES, 'main.cjs', ...Object.keys(FILES)])
for (const name of readdirSync(outdir)) if (!made.has(name)) rmSync(join(outdir, name))
