import type { Workbook as Wire } from '../../api/workbooks.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { isKind } from '../../content/kinds.ts'
import { idIn, type Key, type Workbook, workbookKey } from '../../content/model.ts'
import { objectOf } from '../../json.ts'
import { dashboardsOf } from '../map/workbook.ts'
import { changedSince } from './fence.ts'
import { liveSlug, readFresh, remember } from './open.ts'
import type { State } from './state.ts'

/**
 * Writes only the ledger of a workbook. By slug, because only that call merges `meta`: concurrent saves survive,
 * including the draft. A workbook without a slug is written by number, with its whole `meta`.
 */
export async function putRecord(state: State, key: Key, text: string, name: { name?: string } = {}): Promise<Wire> {
  const id = state.require(key)
  const slug = state.opened.get(id)?.slug
  const { client, path } = state
  if (slug === undefined) return putWhole(state, key, text, name)
  const answer = await client.workbooks.upsertWorkbookBySlug({
    path: { ...path, slug },
    body: { ...name, meta: { [LEDGER_KEY]: text } },
  })
  if (answer.id !== id) {
    await takeBack(state, answer, isNew(answer), name.name !== undefined)
    throw changedSince(key, `its slug is not "${slug}" any more`)
  }
  remember(state, answer)
  return answer
}

async function putWhole(state: State, key: Key, text: string, name: { name?: string }): Promise<Wire> {
  const fresh = await readFresh(state, key)
  const path = { ...state.path, workbookId: fresh.id }
  await state.client.workbooks.updateWorkbook({ path, body: { ...name, meta: wholeMeta(fresh, fresh.meta, text) } })
  const now = await readFresh(state, key)
  remember(state, now)
  return now
}

/** A `meta` that replaces the live one. What is not sent is lost, possibly including the draft. */
export function wholeMeta(live: Wire, content: Workbook['meta'], text: string): Record<string, unknown> {
  const { draft } = dashboardsOf(live)
  return objectOf([
    ...Object.entries(content).filter(([key]) => key !== LEDGER_KEY && key !== 'dashboardDraft'),
    [LEDGER_KEY, text],
    ...(draft ? [['dashboardDraft', draft] as const] : []),
  ])
}

/** The slug moved to another workbook, or to none, and the call created one: everything is left as the plan saw it. */
async function takeBack(state: State, wire: Wire, isOurs: boolean, isNamed = false): Promise<void> {
  const { client, path } = state
  const target = { ...path, workbookId: wire.id }
  if (isOurs) {
    await client.workbooks.deleteWorkbook({ path: target })
    return
  }
  const meta = wholeMeta(wire, wire.meta, '')
  const name = isNamed ? seenNameOf(state, wire.id) : undefined
  const body = {
    ...(name === undefined ? {} : { name }),
    meta: objectOf(Object.entries(meta).filter(([key]) => key !== LEDGER_KEY)),
  }
  await client.workbooks.updateWorkbook({ path: target, body })
}

/**
 * The slug of a workbook that was just created led to another one. If that is younger, somebody deleted the first at that
 * moment, and the call made it. If not, it is somebody's.
 */
export const takeBackCreated = (state: State, created: Wire, wire: Wire): Promise<void> =>
  takeBack(state, wire, isOfNow(wire) && Date.parse(wire.createdAt) >= Date.parse(created.createdAt))

function seenNameOf({ ids, seenWorkbook }: State, id: number): string | undefined {
  const [key] = [...ids].find(([key, number]) => isKind(key, 'workbook') && number === id) ?? []
  return key && seenWorkbook(idIn(key))?.name
}

/** The two timestamps of one create may differ a little. */
const MOMENT_MS = 5_000

/** Nobody has touched it since it was created with a ledger. */
export const isNew = (wire: Wire): boolean =>
  Object.keys(wire.meta).every((key) => key === LEDGER_KEY) && wire.folderId == null && isOfNow(wire)

const isOfNow = (wire: Wire): boolean =>
  !wire.dashboardDraft &&
  !wire.publishedDashboard &&
  Math.abs(Date.parse(wire.updatedAt) - Date.parse(wire.createdAt)) <= MOMENT_MS

/** Creates a workbook by its slug, with only its ledger, and checks that it is new. */
export async function createShell(state: State, slug: string, text: string): Promise<Wire> {
  const { client, path } = state
  const key = workbookKey(slug)
  if (isHeld(state, slug)) throw changedSince(key, 'another workbook has its slug')
  const wire = await client.workbooks.upsertWorkbookBySlug({
    path: { ...path, slug },
    body: { meta: { [LEDGER_KEY]: text } },
  })
  if (!isNew(wire) || wire.meta[LEDGER_KEY] !== text || liveSlug(wire) !== slug) {
    await takeBack(state, wire, false)
    throw changedSince(key, 'somebody created it meanwhile')
  }
  state.addWorkbook(slug, wire.id)
  state.created.add(wire.id)
  remember(state, wire)
  return wire
}

/** Whether a known workbook has the slug right now. */
const isHeld = ({ seen, opened }: State, slug: string): boolean =>
  [...seen.facts].some(([key, { id, name }]) => isKind(key, 'workbook') && (opened.get(id)?.slug ?? name) === slug)
