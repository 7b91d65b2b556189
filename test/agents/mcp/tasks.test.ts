// Slow: it does a day's work of an agent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { commitAll, git, readFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { isLong } from '../../support/long.ts'
import { type Document, openAgent } from './client.ts'

/** A large tenant is ten thousand reports in long runs, and no less than two departments in short ones. */
const MANY = isLong ? 10_000 : 260
const MOST_BYTES = 100 * 1024

/** What a task has: the calls of one agent, the tree as it is on disk, and what it may ask people to do. */
interface Desk {
  readonly call: (name: string, given?: Document) => Promise<Document>
  readonly refused: (name: string, given?: Document) => Promise<string>
  readonly pictures: () => readonly Buffer[]
  readonly read: (file: string) => Promise<{ readonly text: string; readonly digest: string }>
  readonly edit: (file: string, from: string, to: string) => Promise<Document>
  readonly tree: () => Readonly<Record<string, string>>
  readonly people: (does: Parameters<Sandbox['controls']['addPeople']>[0]['do']) => Promise<void>
}

type Task = (desk: Desk) => Promise<void>

interface Tenant {
  sandbox?: Sandbox
  readonly root: string
  first: string
}

const bench = { acme: tenant(), large: tenant() }
type Which = keyof typeof bench

function tenant(): Tenant {
  return { root: mkdtempSync(join(tmpdir(), 'boardwright-tasks-')), first: '' }
}

const sandboxOf = (which: Which): Sandbox => {
  const { sandbox } = bench[which]
  if (!sandbox) throw new Error(`${which} has not begun`)
  return sandbox
}

async function begin(which: Which): Promise<void> {
  const { root } = bench[which]
  const sandbox = await startSandbox(which === 'acme' ? { seed: 'acme' } : { seed: 'scale', reports: MANY })
  bench[which].sandbox = sandbox
  const run = async (...args: string[]) =>
    expect((await runHere([...args, '-C', root], { env: environment(which) })).code).toBe(0)
  await run('init', '--url', sandbox.url, '--deployment', '2', '--project', which)
  await run('export')
  commitAll(root)
  await run('adopt', '--yes')
  bench[which].first = git(root, 'rev-parse', 'HEAD').trim()
}

const environment = (which: Which) => ({
  PATH: process.env['PATH'] ?? '',
  BOARDWRIGHT_TOKEN: sandboxOf(which).keys.admin,
})

beforeAll(async () => {
  await begin('acme')
  await begin('large')
}, 600_000)
afterAll(async () => {
  for (const { sandbox, root } of Object.values(bench)) {
    await sandbox?.close()
    rmSync(root, { recursive: true, force: true })
  }
})

const ORDERS = 'content/sales/revenue-overview/reports/orders.yaml'
const BOARD = 'content/sales/revenue-overview/dashboard.yaml'
const WORKBOOK = 'content/department-00001/dashboard-00001'
const summaryOf = ({ summary }: Document) => summary as Record<string, number>
const listIn = (document: Document, key: string) => document[key] as readonly Document[]

/** People's edits stay on the platform: such a task is the last one. */
const ON_ACME: Readonly<Record<string, Task>> = {
  async 'give a report a better title'({ edit, call, tree }) {
    await edit(ORDERS, 'title: Orders', 'title: Orders, by week')
    expect(tree()[ORDERS]).toContain('title: Orders, by week\n')
    expect(summaryOf(await call('plan', { pictures: false }))).toMatchObject({ update: 1, delete: 0, held: 0 })
  },
  async 'put a widget on a dashboard, and look at it'({ edit, call, pictures }) {
    const { boxes } = await call('preview', { dashboard: 'sales/revenue-overview' })
    const bottom = Math.max(...(boxes as { y: number; h: number }[]).map(({ y, h }) => y + h))
    const widget = `{id: note, type: TEXT, position: {x: 0, y: ${bottom}, w: 12, h: 2}, config: {markdown: New}}`
    await edit(BOARD, '\nwidgets:\n', `\nwidgets:\n  - ${widget}\n`)
    const drawn = await call('preview', { dashboard: 'sales/revenue-overview' })
    expect(drawn['boxes']).toContainEqual(expect.objectContaining({ id: 'note', y: bottom, w: 12 }))
    expect(pictures()).toHaveLength(1)
  },
  async 'notice that a widget would hide another one'({ read, refused, tree }) {
    const widget = '{id: over, type: TEXT, position: {x: 0, y: 0, w: 6, h: 4}, config: {markdown: Over}}'
    const { digest } = await read(BOARD)
    const edits = [{ from: '\nwidgets:\n', to: `\nwidgets:\n  - ${widget}\n` }]
    expect(await refused('write', { files: [{ file: BOARD, digest, edits }] })).toMatch(/overlaps widget .*over/)
    expect(tree()[BOARD]).not.toContain('over,')
  },
  async 'see a mistake in a member before it is written'({ read, refused, tree }) {
    const { digest } = await read(ORDERS)
    const edits = [{ from: '    - sales.count\n', to: '    - sales.cuont\n' }]
    expect(await refused('write', { files: [{ file: ORDERS, digest, edits }] })).toMatch(
      /cuont.*did you mean.*sales\.count/,
    )
    expect(tree()[ORDERS]).not.toContain('cuont')
  },
  async 'add a measure, and use it in a report'({ edit, read, call }) {
    await edit(
      'data-model/model/cubes/orders.yml',
      '    measures:\n',
      '    measures:\n      - {name: twice, type: count}\n',
    )
    await edit('data-model/model/views/sales.yml', '          - count\n', '          - count\n          - twice\n')
    const { digest } = await read(ORDERS)
    const edits = ['    - sales.count\n', '  value: sales.count\n', '  - measure: sales.count\n'].map((from) => ({
      ...{ from, to: from.replace('count', 'twice') },
    }))
    await call('write', { files: [{ file: ORDERS, digest, edits }] })
    expect(listIn(await call('search', { uses: 'orders.twice' }), 'found')).toContainEqual(
      expect.objectContaining({ file: ORDERS }),
    )
    expect(JSON.stringify((await call('validate'))['problems'])).not.toContain('"severity":"error"')
  },
  async 'move a report into another workbook'({ call, tree }) {
    await call('rename', { from: 'content/sales/pipeline', to: 'content/finance/board-pack', write: true })
    expect(Object.keys(tree())).toContain('content/finance/board-pack/reports/pipeline.yaml')
    expect(summaryOf(await call('plan', { pictures: false }))).toMatchObject({ create: 0, delete: 0 })
  },
  async 'find who has a number, and whether it is right'({ call }) {
    const { impacts } = await call('impact', { of: ['orders.count'] })
    expect(JSON.stringify(impacts)).toContain(ORDERS)
    const { rows, cut } = await call('query', { query: { measures: ['orders.count'] } })
    expect([(rows as Document[]).length, cut]).toEqual([1, false])
  },
  async 'leave an edit of the UI alone, and say whose it is'({ call, people, edit }) {
    await people([{ do: 'edit-report', report: 'B9xLfZ2kHs6D', set: { title: 'Mine' }, deployment: 2 }])
    await edit(ORDERS, 'title: Orders', 'title: Theirs')
    expect(JSON.stringify((await call('status'))['objects'])).toContain('Mine')
    const planned = await call('plan')
    expect([summaryOf(planned)['held'], listIn(planned, 'held')[0]?.['key']]).toEqual([1, 'report/B9xLfZ2kHs6D'])
  },
}

const ON_MANY: Readonly<Record<string, Task>> = {
  async 'find one dashboard among many, page by page'({ call }) {
    const page = await call('search', { words: ['dashboard'], limit: 10 })
    expect([Number(page['total']) >= MANY / 10, listIn(page, 'found').length, page['next']]).toEqual([true, 10, 10])
    const [found] = listIn(await call('search', { words: ['Dashboard 00007'] }), 'found')
    expect(found?.['file']).toContain('dashboard-00007')
  },
  async 'list who uses a measure that most of them use'({ call }) {
    const { total, found, next } = await call('search', { uses: 'sales.net_revenue', limit: 50 })
    expect([(found as Document[]).length, Number(total) > 50, next]).toEqual([50, true, 50])
  },
  async 'see who is reached by a change, without half a megabyte'({ call }) {
    expect(JSON.stringify(await call('impact', { of: ['sales.net_revenue'] }))).toMatch(/usedBy|read on|answers/)
  },
  async 'change many reports in one go'({ call, read, tree }) {
    const files = Object.entries(tree())
      .filter(([file, text]) => /^content\/department-00001\/.*\/reports\//.test(file) && text.includes('limit: 5000'))
      .map(([file]) => file)
      .slice(0, 20)
    const edits = await Promise.all(
      files.map(async (file) => {
        const { text, digest } = await read(file)
        return { file, digest, text: text.replace('limit: 5000', 'limit: 77') }
      }),
    )
    await call('write', { files: edits })
    const after = tree()
    expect(files.filter((file) => !after[file]?.includes('limit: 77'))).toEqual([])
    expect(summaryOf(await call('plan', { pictures: false }))).toMatchObject({ update: files.length, held: 0 })
  },
  async 'rename a measure everywhere'({ call, tree }) {
    const given = { from: 'orders.average_order_value', to: 'per_order', write: true }
    expect(await call('rename', given)).toMatchObject({ written: true })
    expect(Object.values(tree()).filter((text) => text.includes('sales.per_order')).length).toBeGreaterThan(MANY / 20)
    expect(Object.values(tree()).join('\n')).not.toMatch(/sales\.average_order_value/)
    expect(JSON.stringify((await call('validate'))['problems'])).not.toContain('"severity":"error"')
  },
  async 'plan one part of a large tree'({ call, edit, tree }) {
    const [one = '', other = ''] = ['department-00001', 'department-00002'].map((department) =>
      Object.keys(tree()).find(
        (file) => file.startsWith(`content/${department}/`) && /\/reports\/.*\.yaml$/.test(file),
      ),
    )
    for (const file of [one, other]) await edit(file, 'title: ', 'title: New ')
    const planned = await call('plan', { select: ['department-00001'], pictures: false })
    const files = listIn(planned, 'objects').map(({ file }) => String(file))
    expect(files).toContain(one)
    expect(files.filter((file) => !file.startsWith('content/department-00001/'))).toEqual([])
  },
  async 'remove a workbook, and leave the delete to people'({ call, read, tree }) {
    const gone = Object.keys(tree()).filter((file) => file.startsWith(`${WORKBOOK}/`))
    const files = await Promise.all(gone.map(async (file) => ({ file, digest: (await read(file)).digest, text: null })))
    await call('write', { files })
    expect(Object.keys(tree()).some((file) => file.startsWith(`${WORKBOOK}/`))).toBe(false)
    expect(summaryOf(await call('plan', { pictures: false }))).toMatchObject({ delete: 0, create: 0 })
  },
}

/** What short runs do on acme alone. People's edits stay on the platform: such a task is the last one. */
const ON_MANY_TOO: Readonly<Record<string, Task>> = {
  async 'make a workbook with two reports'({ call, read }) {
    await call('new', { kind: 'workbook', name: 'Fresh', in: 'department-00001' })
    for (const name of ['One', 'Two']) await call('new', { kind: 'report', name, in: 'department-00001/fresh' })
    const query = 'kind: table\nquery:\n  measures: [orders.count]\n'
    const at = 'content/department-00001/fresh'
    const texts: readonly (readonly [string, (text: string) => string])[] = [
      [`${at}/reports/one.yaml`, (text) => `${text}${query}`],
      [`${at}/reports/two.yaml`, (text) => `${text}${query}`],
      [
        `${at}/dashboard.yaml`,
        () => 'title: Fresh\nwidgets:\n  - {id: one, type: CHART, report: one, position: {x: 0, y: 0, w: 6, h: 6}}\n',
      ],
    ]
    const files = await Promise.all(
      texts.map(async ([file, say]) => {
        const { text, digest } = await read(file)
        return { file, digest, text: say(text) }
      }),
    )
    await call('write', { files })
    expect(summaryOf(await call('plan'))).toMatchObject({ create: 3, publish: 0, update: 0, delete: 0 })
  },
  async 'move a workbook into another department'({ call, tree }) {
    await call('rename', { from: WORKBOOK, to: 'content/department-00002', write: true })
    expect(Object.keys(tree())).toContain('content/department-00002/dashboard-00001/workbook.yaml')
    expect(summaryOf(await call('plan', { pictures: false }))).toMatchObject({ create: 0, delete: 0, update: 1 })
  },
  async 'draw what one dashboard becomes'({ edit, call, pictures }) {
    await edit(`${WORKBOOK}/dashboard.yaml`, 'w: 6, h: 6', 'w: 6, h: 9')
    expect(await call('preview', { dashboard: 'department-00001/dashboard-00001', compare: true })).toMatchObject({
      changes: true,
    })
    expect(pictures().map((png) => png.subarray(1, 4).toString())).toEqual(['PNG'])
  },
  async 'read a tree that one file breaks, and mend it'({ call, refused, read, tree }) {
    const { digest } = await read(`${WORKBOOK}/workbook.yaml`)
    const file = `${WORKBOOK}/workbook.yaml`
    expect(await refused('write', { files: [{ file, digest, text: 'name: [' }] })).toContain(file)
    expect(tree()[file]).not.toContain('name: [')
    expect(listIn(await call('validate'), 'problems').filter(({ severity }) => severity === 'error')).toEqual([])
  },
  async 'take back a change of somebody on the platform'({ call, people }) {
    await people([
      { do: 'edit-report', report: 'RUA3UuX00001', set: { title: 'Edited live' }, deployment: 2 },
      { do: 'publish', workbook: 'dashboard-00001', deployment: 2 },
    ])
    const objects = listIn(await call('status'), 'objects')
    expect(objects.map(({ key }) => key)).toEqual(['report/RUA3UuX00001'])
    const { file } = await call('status', { object: 'RUA3UuX00001' })
    expect(file).toMatch(/\/reports\/.*\.yaml$/)
  },
}

const HARMLESS = /^POST (\/api\/v1\/deployments\/2\/token|(\/deployments\/2)?\/v1\/(load|cubesql))$/

async function doTask(which: Which, task: Task): Promise<void> {
  const { root, first } = bench[which]
  const sandbox = sandboxOf(which)
  const agent = await openAgent(root, environment(which))
  let pictures: readonly Buffer[] = []
  async function answer(name: string, given: Document, isRefused: boolean) {
    const found = await agent.call(name, given)
    expect(found.size, name).toBeLessThanOrEqual(MOST_BYTES)
    expect(found.isError, `${name}: ${found.texts.join().slice(0, 1_000)}`).toBe(isRefused)
    pictures = found.pictures
    return found
  }
  const call = async (name: string, given: Document = {}) => (await answer(name, given, false)).document
  const read = async (file: string) => {
    const { text, digest } = await call('read', { path: file })
    return { text: String(text), digest: String(digest) }
  }
  sandbox.controls.clearRequests()
  const desk: Desk = {
    ...{ call, read, pictures: () => pictures },
    refused: async (name, given = {}) => (await answer(name, given, true)).texts.join(),
    async edit(file, from, to) {
      const { text, digest } = await read(file)
      expect(text).toContain(from)
      return call('write', { files: [{ file, digest, text: text.replace(from, to) }] })
    },
    tree: () => readFiles(root),
    async people(does) {
      await sandbox.controls.addPeople({ as: 'maria@acme.com', do: does })
      sandbox.controls.clearRequests()
    },
  }
  try {
    await task(desk)
    const sent = sandbox.controls.requests().map(({ method, path }) => `${method} ${path}`)
    expect(sent.filter((line) => !line.startsWith('GET ') && !HARMLESS.test(line))).toEqual([])
  } finally {
    git(root, 'reset', '--quiet', '--hard', first)
    git(root, 'clean', '--quiet', '-fd')
  }
}

describe('tasks of agents on acme', () => {
  test.each(Object.entries(ON_ACME))('%s', (_, task) => doTask('acme', task))
})

describe(`tasks of agents on ${MANY} reports`, () => {
  test.each(Object.entries({ ...ON_MANY, ...(isLong ? ON_MANY_TOO : {}) }))(
    '%s',
    (_, task) => doTask('large', task),
    600_000,
  )
})
