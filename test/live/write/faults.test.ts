// Slow: it breaks every request of a run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../packages/platform/api/index.ts'
import type { Fault } from '../../../packages/sandbox/control/faults.ts'
import type { Seed } from '../../../packages/sandbox/seeds/seed.ts'
import { COMMIT } from '../../apply/decision.ts'
import { workbook } from '../../content/values.ts'
import { appliedSeed } from '../../scenarios/applied.ts'
import type { Lists } from '../../support/lists.ts'
import { isLong } from '../../support/long.ts'
import { CHANGED, differences, openWorld, TREE, unaccounted, type WriteWorld } from './support.ts'

/** How long a request may take where one is too slow. On a busy machine any request may take half a second. */
const LIMIT_MS = 1500
const patient = openWorld()
const hasty = openWorld({ requestTimeoutMs: LIMIT_MS })

/** What is live before: everything that changes, and one of each kind that goes. A workbook is still to come. */
const BEFORE: Lists = {
  ...TREE,
  folders: [...TREE.folders, { path: ['Gone'] }],
  workbooks: [...TREE.workbooks.filter(({ slug }) => slug !== 'bare'), workbook('gone', { publish: false })],
}
const AFTER: Lists = {
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

const SLOW_MS = 30
const MOVE = 'POST workspace/move'

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
  slow: { kind: 'delay', delayMs: SLOW_MS, when: 'after' },
  'too slow': { kind: 'delay', delayMs: LIMIT_MS * 1.2, when: 'after' },
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

const endpoints = rows.map(({ endpoint }) => endpoint)

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

const worldOf = ({ delayMs = 0 }: Given): WriteWorld => (delayMs > LIMIT_MS ? hasty : patient)

/** Of a run that meets a fault once at each of these endpoints: what came of it there. */
async function meet(endpoints: readonly string[], fault: Given): Promise<Readonly<Record<string, string>>> {
  const world = worldOf(fault)
  const { controls } = world.sandbox()
  await controls.reset({ seed })
  // Only where null is ignored is a report moved by a call of its own.
  world.setSwitches({ nulls: endpoints.includes(MOVE) ? 'ignore' : 'clear' })
  for (const endpoint of endpoints) {
    const [method = '', path] = endpoint.split(' ')
    controls.addFault({ method, path: `/api/v1/deployments/*/${path}`, ...fault })
  }
  const before = world.client().counts.retries
  const { result, events } = await world.apply(AFTER, { prune: true })
  const again = world.client().counts.retries - before
  const looked = events.flatMap((event) =>
    event.type === 'retry' ? [event.endpoint.replaceAll(/\{[^}]+\}/g, '*')] : [],
  )
  const [failed] = result.failed
  if (failed)
    return Object.fromEntries(endpoints.map((each) => [each, failed.error.kind.toLowerCase().replaceAll('_', ' ')]))
  // Each fault was met, and each cost one more request: either the client's, or the one after the look.
  if (fault.delayMs !== SLOW_MS) expect(again + looked.length).toBe(endpoints.length)
  const isSeen = (endpoint: string): boolean => {
    const [method = '', path] = endpoint.split(' ')
    return looked.some((each) => each.startsWith(method) && each.endsWith(`/${path}`))
  }
  return Object.fromEntries(endpoints.map((each) => [each, isSeen(each) ? 'seen' : 'done']))
}

/** Whatever came of it, the next run finds all of it done or does it, and nothing twice. */
async function expectEnd(world: WriteWorld): Promise<void> {
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

test('the table has every endpoint that a run writes with', async () => {
  await patient.sandbox().controls.reset({ seed })
  await patient.apply(AFTER, { prune: true })
  const written = patient.writes().map((line) => line.replace(' /', ' ').replace(/(?<=by-slug\/).*|\bN\b/, '*'))
  expect(written.filter((each) => !endpoints.includes(each))).toEqual([])
})

const isFatal = (name: string): boolean => name.startsWith('html')
/** Short runs meet what ends a run, and what is waited for, at every seventh endpoint; and few faults at the move, which takes a run of its own. */
const isTried = (endpoint: string, name: string): boolean => {
  const place = endpoints.indexOf(endpoint) + columns.indexOf(name)
  if (isFatal(name) || name === 'too slow') return place % 7 === 0
  return endpoint !== MOVE || place % 5 === 0
}

describe.each(Object.entries(FAULTS))('%s', (name, fault) => {
  const column = columns.indexOf(name)
  const expected = Object.fromEntries(rows.map(({ endpoint, cells }) => [endpoint, cells[column]]))

  // What ends the run is met at one endpoint at a time, everything else at all of them in one run.
  const met = isLong ? endpoints : endpoints.filter((each) => isTried(each, name))
  const groups = isFatal(name)
    ? met.map((each) => [each])
    : [met.filter((each) => each !== MOVE), met.filter((each) => each === MOVE)].filter(({ length }) => length > 0)
  test.each(groups.map((group) => [group.length > 1 ? 'all but the move' : group.join(), group] as const))(
    'at %s',
    async (_, group) => {
      const wanted = Object.fromEntries(group.map((each) => [each, expected[each]]))
      expect(await meet(group, fault)).toEqual(wanted)
      if (!isFatal(name)) for (const each of group.filter(isSafe)) expect(expected[each]).toBe('done')
      await expectEnd(worldOf(fault))
    },
  )
})
