import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { selectTarget } from '../../../src/config/targets.ts'
import { openProject, requireConfig } from '../../../src/project/local/project.ts'
import { readTreeFor } from '../../../src/project/local/render.ts'
import { appliedSeed } from '../../scenarios/applied.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { listsOf } from '../../support/lists.ts'

/** A project whose first commit is live, for messages that are read aloud. */
export interface Place {
  readonly root: string
  readonly sandbox: Sandbox
  /** Everything that a command prints. */
  readonly say: (...args: readonly string[]) => Promise<string>
  /** Writes files, or removes those that are null, and commits. */
  readonly commit: (files: Readonly<Record<string, string | null>>) => Promise<void>
  /** The published widgets of the board, one of them with these keys in its config. */
  readonly widgetsWith: (id: string, config: object) => Promise<readonly object[]>
  readonly people: (...actions: readonly object[]) => Promise<void>
}

interface Widget {
  readonly id: string
  readonly config?: object
}

const MODEL = 'data-model/'

const widget = (id: string, report: string, y: number, config = ''): string =>
  `  - id: ${id}\n    type: CHART\n    report: ${report}\n    position: {x: 0, y: ${y}, w: 6, h: 4}\n${config}`

const report = (id: string, name: string, limit: number): string =>
  `id: ${id}\nname: ${name}\nquery:\n  measures: [orders.count]\n  limit: ${limit}\n`

export const FILES = {
  config: 'boardwright.yaml',
  workbook: 'content/sales/board/workbook.yaml',
  dashboard: 'content/sales/board/dashboard.yaml',
  orders: 'content/sales/board/reports/orders.yaml',
  late: 'content/sales/board/reports/late.yaml',
  cube: `${MODEL}model/cubes/orders.yml`,
  view: `${MODEL}model/views/sales.yml`,
}

export const TEXTS = {
  dashboard: `title: Board\nwidgets:\n${widget('a', 'orders', 0)}${widget('b', 'late', 4)}`,
  titled: `title: Board\nwidgets:\n${widget('a', 'orders', 0, '    config: {showLegend: true}\n')}${widget('b', 'late', 4)}`,
  alone: `title: Board\nwidgets:\n${widget('a', 'orders', 0)}`,
  view: 'views:\n  - name: sales\n    cubes:\n      - {join_path: orders, includes: [count], prefix: true}\n',
  orders: (limit: number, name = 'Orders') => report('AAAAAAAAAAAA', name, limit),
  late: (limit: number) => report('BBBBBBBBBBBB', 'Late', limit),
  cube: (measure: string) =>
    `cubes:\n  - name: orders\n    sql_table: orders\n    dimensions:\n      - {name: id, sql: id, type: number, primary_key: true}\n    measures:\n      - {name: ${measure}, type: count}\n`,
}

const tree = (url: string): Readonly<Record<string, string>> => ({
  'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: ${url}, deployment: 2, dataModel: {branch: main}}\nlinks: '{url}/d/{publicId}'\n`,
  '.gitignore': '.boardwright/\n',
  'content/sales/folder.yaml': 'name: Sales\n',
  [FILES.workbook]: 'slug: board\nname: Board\nallowEmbed: true\n',
  [FILES.dashboard]: TEXTS.dashboard,
  [FILES.orders]: TEXTS.orders(10),
  [FILES.late]: TEXTS.late(10),
  [FILES.cube]: TEXTS.cube('count'),
})

export async function openPlace(sandbox: Sandbox): Promise<Place> {
  const root = temporaryDirectory()
  const files = tree(sandbox.url)
  await writeFiles(root, files)
  const first = commitAll(root, 'first')
  const project = requireConfig(await openProject(root, '2026-11-20'))
  const { tree: read } = readTreeFor(project, project.config, selectTarget(project.config, undefined))
  const bytes = Object.entries(files)
    .filter(([path]) => path.startsWith(MODEL))
    .map(([path, text]) => [path.slice(MODEL.length), new TextEncoder().encode(text)] as const)
  sandbox.controls.clearFaults()
  await sandbox.controls.reset({ seed: appliedSeed(listsOf(read.content), new Map(bytes), first) })
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  return {
    root,
    sandbox,
    async say(...args) {
      const { stdout, stderr } = await runHere([...args, '-C', root], { env })
      return stdout + stderr
    },
    async commit(changes) {
      for (const [path, text] of Object.entries(changes))
        if (text === null) await rm(join(root, path))
        else await writeFiles(root, { [path]: text })
      commitAll(root, 'second')
    },
    async widgetsWith(id, config) {
      const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
      const workbooks = `${sandbox.url}/api/v1/deployments/2/workbooks`
      const { items } = (await (await fetch(workbooks, { headers })).json()) as { items: { id: number }[] }
      const board = await fetch(`${workbooks}/${items[0]?.id}`, { headers })
      const { dashboardPublished } = (await board.json()) as { dashboardPublished: { widgets: Widget[] } }
      return dashboardPublished.widgets.map((each) =>
        each.id === id ? { ...each, config: { ...each.config, ...config } } : each,
      )
    },
    people: (...actions) => sandbox.controls.addPeople({ do: actions as never }),
  }
}

export const startPlaces = (): Promise<Sandbox> => startSandbox({ seed: 'empty' })
