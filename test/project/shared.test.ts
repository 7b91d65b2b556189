import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { type Key, reportKey, workbookKey } from '../../src/content/model.ts'
import { readProjectConfig, requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { shareReading } from '../../src/project/local/shared.ts'
import { TREE } from './promote-tree.ts'

const CONFIG = `version: 1
project: acme
projectId: 7f3kQ2m9
home: one
targets:
  one: {url: https://a.example, deployment: 1, variables: {schema: first}}
  two: {url: https://a.example, deployment: 2, variables: {schema: other}}
  three: {url: https://a.example, deployment: 3, variables: {schema: first}}
  patched: {url: https://a.example, deployment: 4, variables: {schema: first}}
  none: {url: https://a.example, deployment: 5}
  also: {url: https://a.example, deployment: 6}
`

const OVER = 'overlays/patched/content/sales/revenue/dashboard.yaml'

/** All targets are read one after another, as in a plan of a fleet. */
function readAll(more: Readonly<Record<string, string>> = {}) {
  const texts = { ...TREE, 'boardwright.yaml': CONFIG, [OVER]: 'title: Patched\n', ...more }
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  const project = shareReading(requireConfig({ root: tmpdir(), files, ...readProjectConfig(files, '2026-01-01') }))
  return Object.fromEntries(
    project.config.targets.map((target) => [target.name, readTreeFor(project, project.config, target)]),
  )
}

const [REVENUE, PIPELINE] = [workbookKey('revenue'), reportKey('pipeline0001')]
const saidOf = (read: ReturnType<typeof readAll>, key: Key) =>
  Object.entries(read).map(([target, { tree }]) => {
    return [target, tree.content.get(key)?.whole()] as const
  })

describe('a document for many targets', () => {
  test('is made once for targets with the same values of its variables, and again for the others', () => {
    const sql = saidOf(readAll(), PIPELINE).map(([target, report]) => [target, Object(report).definition])
    const [one, two, three, patched] = sql.map(([, definition]) => definition)
    expect([one.sql, two.sql]).toEqual(['select 1 from first.deals', 'select 1 from other.deals'])
    expect([three, patched]).toEqual([one, one])
    expect(patched).toBe(three)
  })

  test('has the overlay of a target for that target only', () => {
    const dashboards = saidOf(readAll(), REVENUE).map(([target, workbook]) => [target, Object(workbook).dashboard])
    const titles = Object.fromEntries(dashboards.map(([target, dashboard]) => [target, dashboard.title]))
    const title = 'Revenue'
    expect(titles).toEqual({ one: title, two: title, three: title, patched: 'Patched', none: title, also: title })
    const [one, two, , , none] = dashboards.map(([, dashboard]) => dashboard)
    expect([two === one, none === one]).toEqual([true, true])
  })

  test('is wrong where a variable has no value, and nowhere else', () => {
    const read = readAll()
    const wrong = Object.entries(read).map(([target, { problems }]) => [target, problems.map(({ message }) => message)])
    const lacking = (target: string) => [`the variable "schema" has no value in target "${target}"`]
    expect(Object.fromEntries(wrong)).toEqual({
      ...{ one: [], two: [], three: [], patched: [] },
      ...{ none: lacking('none'), also: lacking('also') },
    })
    for (const { usedIn } of Object.values(read))
      expect([...(usedIn.get('content/sales/pipeline.report.yaml') ?? [])]).toEqual(['schema'])
  })

  test('a dashboard is read again if a name in it stands for another report', () => {
    const id = 'content/sales/pipeline.report.yaml'
    const read = readAll({ [id]: TREE[id].replace('pipeline0001', 'pip${var.schema}0001') })
    const names = Object.entries(read).map(([target, { tree }]) => [
      target,
      tree.names.get(REVENUE)?.get('/sales/pipeline'),
    ])
    const [first, other] = [reportKey('pipfirst0001'), reportKey('pipother0001')]
    expect(names.slice(0, 4)).toEqual([
      ['one', first],
      ['two', other],
      ['three', first],
      ['patched', first],
    ])
  })
})
