import type { ApplyEvent, Result } from '../../src/apply/events.ts'
import { type RunOptions, runPlan } from '../../src/apply/run.ts'
import type { Stored, Writer } from '../../src/apply/writer.ts'
import { entityOf } from '../../src/content/entity.ts'
import { idIn, isKind, type Key } from '../../src/content/kinds.ts'
import type { ReportReference } from '../../src/content/model.ts'
import { OBJECTS } from '../../src/content/objects.ts'
import { digestsOf, unitsOfWorkbook } from '../../src/content/units.ts'
import { EMPTY } from '../content/values.ts'
import { contentIn, type Lists } from '../support/lists.ts'
import { type Ask, decisionOf } from './decision.ts'

type Fault = unknown | ((step: string) => unknown)

export interface FakeOptions extends Partial<RunOptions>, Partial<Ask> {
  /** What a step throws, by its line: `draft revenue`. */
  readonly faults?: Readonly<Record<string, Fault>>
  readonly edited?: readonly Key[]
  /** The unit of which the platform makes something else in every draft. */
  readonly drafts?: string
  /** What the answer of a publish says otherwise. */
  readonly publishes?: (stored: Stored) => {
    readonly stored?: Stored
    readonly before?: Stored
    readonly slipped?: readonly string[]
  }
  /** What is found on dashboards when the deletes are done. */
  readonly shownSince?: Writer['shownSince']
  /** Told of each step before it is done. */
  readonly onStep?: (line: string) => void | Promise<void>
}

const nameOf = (key: Key): string => (isKind(key, 'folder') ? `folder ${idIn(key)}` : idIn(key))
const VERBS = {
  folder: 'update',
  workbook: 'change',
  report: 'update',
  notification: 'update',
  group: 'update',
  attribute: 'update',
  role: 'update',
  settings: 'update',
  tenantGroup: 'update',
} as const

/** A writer that notes what it is asked to do, one line each. */
export function fakeWriter(options: FakeOptions, live: Lists): { writer: Writer; lines: string[]; most: () => number } {
  const lines: string[] = []
  const ids = new Map<Key, number>()
  let running = 0
  let most = 0
  const number = (key: string): void => void (ids.has(key as Key) || ids.set(key as Key, ids.size + 1))
  for (const { path } of live.folders) number(`folder/${path.join('/')}`)
  for (const { slug } of live.workbooks) number(`workbook/${slug}`)
  for (const { id } of live.reports) number(`report/${id}`)
  const step = async (line: string): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await options.onStep?.(line)
    await new Promise((done) => setImmediate(done))
    running -= 1
    const fault = options.faults?.[line]
    if (fault !== undefined) {
      lines.push(`${line} FAILS`)
      throw fault
    }
    lines.push(line)
  }
  const writer: Writer = {
    now: () => Date.UTC(2026, 0, 1),
    requests: () => lines.length,
    numberOf: (key) => ids.get(key),
    wroteOf: () => undefined,
    async create(kind, object, record) {
      const key = entityOf(kind, object).key
      record({ self: null })
      await step(`create ${nameOf(key)}`)
      number(key)
      return digestsOf(OBJECTS[kind].unitsOf(object))
    },
    async update(kind, object, units) {
      const key = entityOf(kind, object).key
      await step(`${VERBS[kind]} ${nameOf(key)}${isKind(key, 'folder') ? '' : ` ${units.join()}`}`)
      return digestsOf(OBJECTS[kind].unitsOf(object))
    },
    async openWorkbook(slug, record) {
      record({ self: ids.get(`workbook/${slug}`) ?? 0 })
      await step(`open ${slug}`)
    },
    async writeDraft(workbook) {
      await step(`draft ${workbook.slug}`)
      const stored = digestsOf(unitsOfWorkbook(workbook))
      return options.drafts === undefined ? stored : new Map([...stored, [options.drafts, 'otherwise1']])
    },
    editedReports: async () => new Set((options.edited ?? []) as ReportReference[]),
    async publish(workbook) {
      await step(`publish ${workbook.slug}`)
      const stored = digestsOf(unitsOfWorkbook(workbook))
      return { version: 15, stored, before: new Map(), slipped: [], ...options.publishes?.(stored) }
    },
    wantsReview: (cause) => cause instanceof Error && cause.message === 'review',
    share: (slug, audience, action) => step(`share ${slug} ${audience} ${action}`),
    record: (key) => step(`record ${idIn(key)}`),
    remove: (key) => step(`delete ${key}`),
    async shownSince(leaving) {
      lines.push('look back')
      return options.shownSince?.(leaving) ?? new Map()
    },
  }
  return { writer, lines, most: () => most }
}

export interface FakeRun {
  readonly result: Result
  readonly events: readonly ApplyEvent[]
  readonly lines: readonly string[]
  readonly most: number
}

export async function runFake(desired: Lists, options: FakeOptions = {}): Promise<FakeRun> {
  const { live = EMPTY, prune, faults: _f, edited: _e, onStep: _s, ...rest } = options
  const events: ApplyEvent[] = []
  const { writer, lines, most } = fakeWriter(options, live)
  const decision = decisionOf({ live, desired, ...(prune === undefined ? {} : { prune }) })
  const result = await runPlan(decision, writer, {
    seen: { content: contentIn(live), ledgers: new Map(), entries: new Map(), facts: new Map(), accountMoves: 0 },
    concurrency: 1,
    ...rest,
    onEvent: (event) => events.push(event),
  })
  return { result, events, lines, most: most() }
}
