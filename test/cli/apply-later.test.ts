// Slow: it applies many commits, one after another.
import { describe, expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import { readRows } from './live-rows.ts'
import { openStage } from './stage.ts'

/** What a run does with what an earlier run left that was cut off or failed in part. */
const stage = openStage()
const path = { deploymentId: 2 }

const config = (url: string): string =>
  `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets:\n  production: {url: ${url}, deployment: 2, dataModel: off}\n`
const report = (id: string, sql: string): string => `id: ${id}\nname: ${id}\nsql: ${sql}\n`
const filesOf = (url: string, said: string, folder: string): Record<string, string> => ({
  'boardwright.yaml': config(url),
  '.gitignore': '.boardwright/\n',
  'content/sales/folder.yaml': folder,
  'content/sales/board/workbook.yaml': 'slug: board\nname: Board\npublish: false\n',
  'content/sales/board/reports/shown.yaml': report('shown0000001', `select '${said}'`),
  'content/gone.report.yaml': report('gone00000001', 'select 1'),
})

describe('a folder whose update failed while the rest went on', () => {
  const [before, after] = ['name: Sales\nposition: 3\n', 'name: Sales at large\nwas: Sales\nposition: 5\n']

  test.each([
    ['everything else was done', 'second'],
    ['nothing else was to be done', 'first'],
  ])('is updated by the next run, and a later edit of it is a UI edit (%s)', async (_, said) => {
    const { url, controls, keys } = stage.sandbox()
    await stage.prepare(filesOf(url, 'first', before), filesOf(url, said, after))
    await stage.layOut()
    controls.addFault({ method: 'PUT', path: '**/folders/*', kind: 'status', status: 400 })
    expect(await stage.apply({}, 'continue')).toMatchObject({
      code: 4,
      said: expect.stringMatching(/^PUT \S*\/folders\/\d+ answered 400: arranged by a fault$/),
    })
    expect(await stage.plan({})).toEqual(['write folder/Sales at large'])
    expect(await stage.apply({})).toEqual({ code: 0, said: '' })
    expect(await stage.plan({})).toEqual([])

    const client = createClient({ url, token: keys.admin })
    const { items } = await client.folders.getFolders({ path })
    const [folder] = items
    expect([items.length, folder?.name, folder?.position]).toEqual([1, 'Sales at large', 5])
    await client.folders.updateFolder({
      path: { ...path, folderId: folder?.id ?? 0 },
      body: { name: 'Sales at large', position: 9 },
    })
    await client.close()
    expect(await stage.plan({})).toEqual(['leave folder/Sales at large'])
  })
})

describe('two applies of two commits', () => {
  test('what was deleted in the UI after the first stays deleted, even if the second was interrupted', async () => {
    const { url, keys } = stage.sandbox()
    const folder = 'name: Sales\nposition: 3\n'
    const added = { 'content/new.report.yaml': report('new000000001', 'select 3') }
    await stage.prepare(filesOf(url, 'first', folder), { ...filesOf(url, 'second', folder), ...added })
    await stage.layOut()
    const client = createClient({ url, token: keys.admin })
    const { items } = await client.reports.getReports({ path })
    const gone = items.find(({ publicId }) => publicId === 'gone00000001')
    await client.reports.deleteReport({ path: { ...path, reportId: gone?.id ?? 0 } })
    await client.close()
    expect(await stage.plan({})).toContain('hold report/gone00000001')

    let kill: () => void = () => {}
    stage.onRequest = ({ method, path: at, phase }) => {
      if (phase !== 'after' || method !== 'PUT' || !at.includes('by-slug')) return undefined
      kill()
      return 'drop'
    }
    const { signal } = await stage.run(['apply', '--target', 'production', '--yes'], {
      begun: (child) => (kill = () => child.kill('SIGKILL')),
    })
    stage.onRequest = () => undefined
    expect(signal).toBe('SIGKILL')
    const left = await stage.plan({})
    expect(left).toContain('hold report/gone00000001')
    expect(left).toContain('write report/new000000001')
  })
})

describe('a list that lags behind the writes', () => {
  const folder = 'name: Sales\nposition: 3\n'
  const added = {
    'content/new.report.yaml': report('new000000001', 'select 3'),
    'content/sales/board/reports/next.yaml': report('next00000001', 'select 4'),
    'content/fresh/folder.yaml': 'name: Fresh\n',
    'content/fresh/book/workbook.yaml': 'slug: book\nname: Book\npublish: false\n',
  }
  const namesIn = (rows: string): string[] =>
    [...rows.matchAll(/^(\w+) .*?"name":"([^"]*)"/gm)].map(([, kind, name]) => `${kind} ${name}`).sort()

  test.each([
    ['reports', 5, /^$/],
    [
      'workbooks',
      5,
      /^(workbook\/board changed since the plan: its ledger|workbook\/book changed since the plan: somebody)/,
    ],
    ['folders', 0, /^$/],
  ])('of %s: nothing is overwritten or duplicated, and the next run sees it', async (list, code, said) => {
    const { url, controls } = stage.sandbox()
    await stage.prepare(filesOf(url, 'first', folder), { ...filesOf(url, 'second', folder), ...added })
    await stage.layOut()
    controls.addFault({ method: 'GET', path: `**/deployments/2/${list}`, kind: 'stale', times: 99 })
    expect(await stage.apply({})).toEqual({ code: 0, said: '' })
    expect(await stage.apply({})).toEqual({ code, said: expect.stringMatching(said) })
    controls.clearFaults()
    expect(await stage.apply({})).toEqual({ code: 0, said: '' })
    expect(await stage.plan({})).toEqual([])
    expect(namesIn(await readRows(stage.sandbox()))).toEqual([
      ...['folder Fresh', 'folder Sales'],
      ...['gone00000001', 'new000000001', 'next00000001', 'shown0000001'].map((id) => `report ${id}`),
      ...['workbook Board', 'workbook Book'],
    ])
  })
})
