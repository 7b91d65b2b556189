import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../src/api/index.ts'
import type { Content } from '../../../src/content/model.ts'
import type { Fault } from '../../../src/sandbox/control/faults.ts'
import type { Seed } from '../../../src/sandbox/seeds/seed.ts'
import { COMMIT } from '../../apply/decision.ts'
import { workbook } from '../../content/values.ts'
import { appliedSeed } from '../../scenarios/applied.ts'
import { CHANGED, differences, openWorld, TREE, unaccounted } from './support.ts'

const world = openWorld({ requestTimeoutMs: 700 })

/** What is live before: everything that changes, and one of each kind that goes. */
const BEFORE: Content = {
  ...TREE,
  folders: [...TREE.folders, { path: ['Gone'] }],
  workbooks: [...TREE.workbooks, workbook('gone', { publish: false })],
}
const AFTER: Content = {
  ...CHANGED,
  workbooks: CHANGED.workbooks.map((each) => (each.slug === 'cash' ? { ...each, embedAccess: { '*': 'read' } } : each)),
  reports: CHANGED.reports.flatMap((each) => {
    if (each.id === 'aaaaaaaaaaa5') return []
    // Out of its folder, into none.
    return [
      each.id === 'aaaaaaaaaaa4' ? { ...each, place: {}, definition: { ...each.definition, title: 'Four' } } : each,
    ]
  }),
}

type Given = Partial<Fault> & Pick<Fault, 'kind'>

/** The columns of the table. */
const FAULTS: Readonly<Record<string, Given>> = {
  '429': { kind: 'status', status: 429 },
  '429 wait': { kind: 'status', status: 429, retryAfter: 2 },
  '500 before': { kind: 'status', status: 500, when: 'before' },
  '500 after': { kind: 'status', status: 500, when: 'after' },
  '503 wait': { kind: 'status', status: 503, retryAfter: 2, when: 'before' },
  '503 after': { kind: 'status', status: 503, when: 'after' },
  'drop before': { kind: 'drop', when: 'before' },
  'drop after': { kind: 'drop', when: 'after' },
  cut: { kind: 'truncate', when: 'after' },
  'html before': { kind: 'html', when: 'before' },
  'html after': { kind: 'html', when: 'after' },
  slow: { kind: 'delay', delayMs: 30, when: 'after' },
  'too slow': { kind: 'delay', delayMs: 900, when: 'after' },
}

/** The table: in each row an endpoint that a run writes with, and what comes of each fault. */
const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'faults.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('|-'))
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const [, ...columns] = cellsOf(head)
const rows = lines.map((line) => {
  const [endpoint = '', ...cells] = cellsOf(line)
  return { endpoint: endpoint.replaceAll('`', ''), cells }
})

/** Whether the API table says that a request may be sent again without looking. */
const isSafe = (endpoint: string): boolean => {
  const [method, pattern = ''] = endpoint.split(' ')
  const all = Object.values(api).flatMap(({ endpoints }) => Object.values(endpoints))
  const path = (text: string): string => text.replaceAll(/\{[^}]+\}/g, '*')
  const found = all.find((each) => each.method === method && path(each.path).endsWith(`/${pattern}`))
  if (!found) throw new Error(`no ${endpoint} in the table of the API`)
  return found.repeat === 'safe'
}

let seed: Seed
beforeAll(() => {
  seed = appliedSeed(BEFORE, new Map(), COMMIT)
})

/** `done`: the run ended as if nothing had been. `seen`: after it was looked at. Else why it failed. */
async function meet(endpoint: string, fault: Given): Promise<string> {
  const [method = '', path] = endpoint.split(' ')
  await world.sandbox().controls.reset({ seed })
  // Only where null is ignored is a report moved by a call of its own.
  world.setSwitches({ nulls: path?.startsWith('workspace') ? 'ignore' : 'clear' })
  world.sandbox().controls.addFault({ method, path: `/api/v1/deployments/*/${path}`, ...fault })
  const before = world.client().counts.retries
  const { result, events } = await world.apply(AFTER, { prune: true })
  const retries = world.client().counts.retries - before
  const looks = events.filter(({ type }) => type === 'retry').length
  const met = fault.kind === 'delay' && fault.delayMs === 30 ? 0 : 1
  const [failed] = result.failed
  if (!failed) expect(retries + looks).toBeLessThanOrEqual(met)
  return failed ? failed.error.kind.toLowerCase().replaceAll('_', ' ') : retries < met ? 'seen' : 'done'
}

/** Whatever came of it, the next run finds all of it done or does it, and nothing twice. */
async function expectEnd(): Promise<void> {
  world.sandbox().controls.clearFaults()
  const { result } = await world.apply(AFTER, { prune: true })
  expect(result.failed).toEqual([])
  const live = await world.read(AFTER)
  expect(differences(live.content, AFTER)).toEqual([])
  expect(unaccounted(live, AFTER)).toEqual([])
  expect([live.counts.folder, live.counts.workbook, live.counts.report]).toEqual([3, 3, 5])
  const versions = [...live.facts.values()].flatMap(({ publication }) => publication?.version ?? [])
  expect(versions.sort()).toEqual([1, 2])
}

test('the table has every fault', () => {
  expect(columns).toEqual(Object.keys(FAULTS))
})

describe.each(rows)('$endpoint', ({ endpoint, cells }) => {
  test.each(columns.map((name, index) => [name, cells[index]] as const))('%s: %s', async (name, expected) => {
    const fault = FAULTS[name]
    if (!fault) throw new Error(name)
    expect(await meet(endpoint, fault)).toBe(expected)
    if (isSafe(endpoint) && !name.startsWith('html')) expect(expected).toBe('done')
    await expectEnd()
  })
})
