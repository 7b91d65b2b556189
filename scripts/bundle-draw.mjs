import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** Replaces vega's canvas by nothing, because charts are measured with the fonts above. */
const noCanvas = {
  name: 'no canvas',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vega-canvas$/ }, () => ({ path: 'vega-canvas', namespace: 'none' }))
    onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents:
        'const none = () => null\nexport { none as canvas, none as domCanvas, none as nodeCanvas, none as image }',
    }))
  },
}

const { metafile } = await build({
  entryPoints: { main: 'packages/pictures/draw/worker/main.ts' },
  ...{ outdir, outExtension: { '.js': '.cjs' }, bundle: true, metafile: true, minify: true },
  ...{ platform: 'node', target: 'node20.19', format: 'cjs' },
  ...{ legalComments: 'none', logLevel: 'warning', ...RESOLVING, plugins: [...RESOLVING.plugins, noCanvas] },
})
for (const [name, from] of Object.entries(FILES)) copyFileSync(from, join(outdir, name))

const fonts = FAMILIES.map(
  (family) => `${basename(family)}\n\n${readFileSync(join(family, 'LICENSE_FONT'), 'utf8').trim()}\n`,
)
writeFileSync(join(outdir, LICENSES), [licensesOf([metafile]), ...fonts].join(`\n${'-'.repeat(80)}\n\n`))
writeFileSync(join(outdir, PACKAGES), `${JSON.stringify([...packagesOf([metafile]), ...FAMILIES], null, 2)}\n`)

const made = new Set([LICENSES, PACKAGES, 'main.cjs', ...Object.keys(FILES)])
for (const name of readdirSync(outdir)) if (!made.has(name)) rmSync(join(outdir, name))
