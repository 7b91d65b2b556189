import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HERE } from './built-at.mjs'

const ACME = join(HERE, 'examples/acme')
const OVERVIEW = 'content/sales/revenue-overview'
/** A bar chart of acme. */
const REPORT = `${OVERVIEW}/reports/revenue-by-month.yaml`

/** Acme, with another dashboard of this many charts. */
export async function boardOf(root, widgets) {
  await cp(ACME, root, { recursive: true })
  await layBoard(root, `board-${widgets}`, widgets)
}

export async function manyBoards(root, count) {
  await cp(ACME, root, { recursive: true })
  for (let number = 0; number < count; number += 1) await layBoard(root, `board-${number}`, 1)
}

async function layBoard(root, slug, widgets) {
  const directory = join(root, 'content', 'many', slug)
  await rm(directory, { recursive: true, force: true })
  await mkdir(join(directory, 'reports'), { recursive: true })
  const text = await readFile(join(root, REPORT), 'utf8')
  await writeFile(join(root, 'content/many/folder.yaml'), 'name: Many\n')
  await writeFile(join(directory, 'workbook.yaml'), `slug: ${slug}\nname: ${slug}\n`)
  await writeFile(join(directory, 'reports/chart.yaml'), text.replace(/^id: .*$/m, `id: ${idOf(slug)}`))
  const places = Array.from({ length: widgets }, (_, at) => ({ x: 4 * (at % 3), y: 5 * Math.floor(at / 3) }))
  const charts = places.map(
    ({ x, y }, at) =>
      `  - id: chart-${at}\n    type: CHART\n    report: chart\n    position: {x: ${x}, y: ${y}, w: 4, h: 5}\n`,
  )
  await writeFile(join(directory, 'dashboard.yaml'), `kind: CLASSIC\ntitle: ${slug}\nwidgets:\n${charts.join('')}`)
}

const idOf = (slug) =>
  slug
    .replaceAll(/[^a-z0-9]/g, '')
    .padStart(12, 'x')
    .slice(-12)
