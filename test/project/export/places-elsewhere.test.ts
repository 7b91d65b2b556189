// Slow: it exports after every kind of move.
import { expect, test } from 'vitest'
import { derivedId } from '../../../src/content/identity.ts'
import { exportTree } from '../../../src/project/export.ts'
import { readFiles } from '../../support/directory.ts'
import { configOf, TREE } from '../promote-tree.ts'
import { at, openAccount, openScene } from '../promote-world.ts'

const account = openAccount()
const FILES = {
  ...TREE,
  'content/finance/folder.yaml': 'name: Finance\n',
  'content/old/folder.yaml': 'name: Old\n',
  'content/finance/cash/workbook.yaml': 'slug: cash\nname: Cash\npublish: false\n',
}
const SALES = 'content/sales'
const REVENUE = `${SALES}/revenue/workbook.yaml`
const PIPELINE = `${SALES}/pipeline.report.yaml`
const BY_MONTH = `${SALES}/revenue/reports/by-month.yaml`

interface Dev {
  readonly folder: (name: string) => number
  readonly workbook: (slug: string) => number
  readonly report: (name: string) => number
}

type Action = (dev: Dev) => Record<string, unknown>

const put =
  (path: (dev: Dev) => string, body: (dev: Dev) => object): Action =>
  (dev) => ({ do: 'request', method: 'PUT', path: `/api/v1/deployments/1/${path(dev)}`, body: body(dev) })

const remove =
  (type: string, id: (dev: Dev) => number): Action =>
  (dev) => ({ do: 'delete', type, id: id(dev), deployment: 1 })

const EDITS: readonly [string, Action, Readonly<Record<string, readonly string[]>>][] = [
  [
    'a workbook is moved',
    put(
      ({ workbook }) => `workbooks/${workbook('revenue')}`,
      ({ folder }) => ({ folderId: folder('Finance') }),
    ),
    { [REVENUE]: ['folder'] },
  ],
  [
    'a workbook gets another slug',
    put(
      ({ workbook }) => `workbooks/${workbook('revenue')}`,
      () => ({ slug: 'income' }),
    ),
    { [REVENUE]: ['slug'] },
  ],
  [
    'a report is moved to another folder',
    put(
      ({ report }) => `reports/${report('Pipeline')}`,
      ({ folder }) => ({ folderId: folder('Finance') }),
    ),
    { [PIPELINE]: ['folder'] },
  ],
  [
    'a report is moved to another workbook',
    put(
      ({ report }) => `reports/${report('By month')}`,
      ({ workbook }) => ({ workbookId: workbook('cash') }),
    ),
    { [BY_MONTH]: ['workbook'] },
  ],
  [
    'a folder is renamed',
    put(
      ({ folder }) => `folders/${folder('Sales')}`,
      () => ({ name: 'Verkauf' }),
    ),
    { [`${SALES}/folder.yaml`]: ['name'] },
  ],
  [
    'a folder is moved',
    ({ folder }) => ({
      do: 'request',
      method: 'POST',
      path: '/api/v1/deployments/1/workspace/move',
      body: { type: 'FOLDER', id: folder('Finance'), folderId: folder('Old') },
    }),
    { 'content/finance/folder.yaml': ['folder'] },
  ],
  ['a workbook is deleted', remove('WORKBOOK', ({ workbook }) => workbook('revenue')), {}],
  ['a report is deleted', remove('REPORT', ({ report }) => report('Pipeline')), {}],
  ['a folder is deleted', remove('FOLDER', ({ folder }) => folder('Old')), {}],
]

test.each(EDITS)('if %s in a target that is not home, every file stays in its place', async (_, edit, named) => {
  const { url, keys, controls } = account()
  const targets = configOf({ production: { url, deployment: 2 }, dev: { url, deployment: 1 } })
  const scene = await openScene({ 'boardwright.yaml': targets, ...FILES }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await scene.apply('dev')
  await controls.addPeople({ do: [edit(await devOf(url, keys.admin))] } as never)

  const before = readFiles(at(scene.root, 'content'))
  for (const mirror of [false, true]) {
    const exported = await exportTree(await scene.open(), { env: scene.env, target: 'dev', mirror })
    const kept = exported.outcomes.flatMap((each) => (each.kind === 'for-all' ? [[each.at?.file, [each.unit]]] : []))
    const edited = exported.problems.filter(({ kind }) => kind === 'EXPORT_NOT_HOME')
    const { written, removed } = exported
    expect({ mirror, written, removed, kept: Object.fromEntries(kept), edited }).toEqual({
      ...{ mirror, written: [], removed: [], kept: named, edited: [] },
    })
    expect(readFiles(at(scene.root, 'content'))).toEqual(before)
  }
})

test('a new report in a workbook that was moved in this target goes to the common place of the workbook', async () => {
  const { url, keys, controls } = account()
  const targets = configOf({ production: { url, deployment: 2 }, dev: { url, deployment: 1 } })
  const scene = await openScene({ 'boardwright.yaml': targets, ...FILES }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await scene.apply('dev')
  const dev = await devOf(url, keys.admin)
  const born = { name: 'Born there', publicId: derivedId('other', 1, 'born'), workbookId: dev.workbook('revenue') }
  await controls.addPeople({
    do: [
      put(
        () => `workbooks/${dev.workbook('revenue')}`,
        () => ({ folderId: dev.folder('Finance') }),
      )(dev),
      put(
        () => `folders/${dev.folder('Sales')}`,
        () => ({ name: 'Verkauf' }),
      )(dev),
      { do: 'request', method: 'POST', path: '/api/v1/deployments/1/reports', body: born },
    ],
  } as never)
  const exported = await exportTree(await scene.open(), { env: scene.env, target: 'dev', takeNew: true })
  expect([exported.written, exported.removed]).toEqual([[`${SALES}/revenue/reports/born-there.yaml`], []])
})

/** Numbers in dev, by the name of a folder or report, and the slug of a workbook. */
async function devOf(url: string, token: string): Promise<Dev> {
  const numbers = async (kind: string, name: string) => {
    const answer = await fetch(`${url}/api/v1/deployments/1/${kind}?first=1000`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { items } = (await answer.json()) as { items: Record<string, string | number>[] }
    return new Map(items.map((item) => [item[name], Number(item['id'])]))
  }
  const all = {
    folder: await numbers('folders', 'name'),
    workbook: await numbers('workbooks', 'slug'),
    report: await numbers('reports', 'name'),
  }
  const one = (kind: keyof typeof all) => (name: string) => all[kind].get(name) ?? 0
  return { folder: one('folder'), workbook: one('workbook'), report: one('report') }
}
