import { objectOf } from '@boardwright/common'
import { type UpdateWorkbookInput, type Workbook as Wire, workbooks } from '@boardwright/platform'
import type { RecordText } from '../../base/entries.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { idIn, type Key, type Workbook, workbookKey } from '../../content/model.ts'
import type { UnitDigests } from '../../content/threeway.ts'
import { FIRST_WORKBOOKS } from '../lists.ts'
import { dashboardsOf, fromWorkbook } from '../map/workbook.ts'
import { keysByNumber } from '../numbers.ts'
import { ignoreGone } from './folders.ts'
import { changedUnder, openSeen, readFresh, rememberState, storedIn, WORKBOOK_FIELDS, writeAndCompare } from './open.ts'
import { isError, lookBeforeRepeating } from './repeat.ts'
import { metaWith, recordIn } from './report-body.ts'
import type { WriteState } from './state.ts'

/** Leaves out the dashboard, because its reports may not exist yet. */
function fieldsOf({ dashboard: _later, ...fields }: Workbook, { numbers }: WriteState) {
  return fromWorkbook(fields, numbers)
}

/**
 * Creates the workbook with everything but its slug, then gives it the slug. The platform gives a slug to only one
 * workbook, so this never writes into one that somebody else creates at the same moment.
 */
export async function createWorkbook(state: WriteState, workbook: Workbook, record: RecordText): Promise<UnitDigests> {
  const { slug } = workbook
  const key = workbookKey(slug)
  const { meta, ...place } = fieldsOf(workbook, state)
  const withLedger = (text: string | undefined) => metaWith(meta, text)
  const created = await createWithoutSlug(state, { name: place.name, folderId: place.folderId }, withLedger, record)
  const target = { ...state.path, workbookId: created.id }
  const body = { slug, meta: withLedger(record({ self: created.id })) }
  try {
    await state.client.workbooks.updateWorkbook({ path: target, body })
  } catch (cause) {
    if (isError(cause, 'NOT_FOUND')) throw changedUnder(key, 'it is gone')
    if (!isError(cause, 'CONFLICT')) throw cause
    await ignoreGone(() => state.client.workbooks.deleteWorkbook({ path: target }))
    throw changedUnder(key, 'somebody created it meanwhile, or it was there where this key cannot see it')
  }
  state.addWorkbook(slug, created.id)
  state.created.add(created.id)
  const wire = { ...created, slug, meta: { ...created.meta, ...body.meta } }
  rememberState(state, wire)
  return storedIn(state, workbook, wire)
}

/** Names need not be unique, so after a lost answer the new workbook is found by its ledger. */
function createWithoutSlug(
  state: WriteState,
  place: { readonly name: string; readonly folderId: number | null },
  withLedger: (text: string | undefined) => Record<string, unknown>,
  record: RecordText,
): Promise<Wire> {
  const { client, path } = state
  const text = record({ self: null })
  const create = () => client.workbooks.createWorkbook({ path, body: { ...place, meta: withLedger(text) } })
  const look = async (): Promise<Wire | undefined> => {
    for await (const wire of client.items(workbooks.endpoints.getWorkbooks, {
      path,
      query: { first: FIRST_WORKBOOKS },
    })) {
      if (wire.slug == null && text !== undefined && wire.meta[LEDGER_KEY] === text) return wire
    }
    return undefined
  }
  return lookBeforeRepeating(state, create, look)
}

/** Reads a workbook again and writes its ledger, before anything else in it is written. */
export async function openWorkbook(state: WriteState, slug: string, record: RecordText): Promise<void> {
  await open(state, slug, record, {})
}

/** `isWritten`: false if the ledger said so already. Then nothing was written. */
async function open(
  state: WriteState,
  slug: string,
  record: RecordText,
  name: { name?: string },
): Promise<{ readonly live: Wire; readonly isWritten: boolean }> {
  const key = workbookKey(slug)
  const live = await openSeen(state, slug)
  const now = recordIn(live.meta)
  const text = record({ self: live.id, record: now })
  if (text === undefined || text === now) return { live, isWritten: false }
  const write = () => putRecord(state, key, text, name)
  return { live: await writeAndCompare(state, key, Object.keys(name), write), isWritten: true }
}

/**
 * Opens a workbook and changes its name, slug, folder or `meta` at once, before somebody else can. The name goes into
 * the same call as the ledger.
 */
export async function changeWorkbook(
  state: WriteState,
  workbook: Workbook,
  units: readonly string[],
  record: RecordText,
): Promise<UnitDigests> {
  const { slug } = workbook
  const key = workbookKey(slug)
  const all = fieldsOf(workbook, state)
  const { live, isWritten } = await open(state, slug, record, units.includes('name') ? { name: all.name } : {})
  const left = units.filter((unit) => !(isWritten && unit === 'name'))
  if (left.length === 0) return storedIn(state, workbook, live)
  const workbookId = live.id
  const held = recordIn(live.meta)
  const wanted: Readonly<Record<(typeof WORKBOOK_FIELDS)[number], Partial<UpdateWorkbookInput>>> = {
    name: { name: all.name },
    slug: { slug: all.slug },
    folder: { folderId: all.folderId },
    meta: { meta: wholeMeta(live, all.meta, record({ self: workbookId, record: held })) },
  }
  const body: Partial<UpdateWorkbookInput> = Object.assign(
    {},
    ...WORKBOOK_FIELDS.filter((unit) => left.includes(unit)).map((unit) => wanted[unit]),
  )
  const fresh = await writeAndCompare(state, key, left, async () => {
    await state.client.workbooks.updateWorkbook({ path: { ...state.path, workbookId }, body })
    // The answer to this call need not contain the workbook.
    return readFresh(state, key)
  })
  return storedIn(state, workbook, fresh)
}

export async function recordWorkbook(state: WriteState, slug: string, record: RecordText): Promise<void> {
  const key = workbookKey(slug)
  const id = state.numberOf(key)
  if (!state.opened.has(id)) await openSeen(state, slug)
  const text = record({ self: id })
  if (text !== undefined) rememberState(state, await putRecord(state, key, text))
}

/**
 * Writes only the ledger of a workbook. Uses the call by slug, because only that merges `meta`: concurrent saves
 * survive, including the draft. A workbook without a slug is written by number, with its whole `meta`.
 */
async function putRecord(state: WriteState, key: Key, text: string, name: { name?: string } = {}): Promise<Wire> {
  const id = state.numberOf(key)
  const slug = state.opened.get(id)?.slug
  const { client, path } = state
  if (slug === undefined) return putWhole(state, key, text, name)
  const answer = await client.workbooks.upsertWorkbookBySlug({
    path: { ...path, slug },
    body: { ...name, meta: { [LEDGER_KEY]: text } },
  })
  if (answer.id !== id) {
    await takeBack(state, answer, name.name !== undefined)
    throw changedUnder(key, `its slug is no longer "${slug}"`)
  }
  return answer
}

async function putWhole(state: WriteState, key: Key, text: string, name: { name?: string }): Promise<Wire> {
  const fresh = await readFresh(state, key)
  const path = { ...state.path, workbookId: fresh.id }
  await state.client.workbooks.updateWorkbook({ path, body: { ...name, meta: wholeMeta(fresh, fresh.meta, text) } })
  return readFresh(state, key)
}

/** A `meta` to replace the live one. Whatever it lacks is lost, which may include the draft. */
function wholeMeta(live: Wire, content: Workbook['meta'], text: string | undefined): Record<string, unknown> {
  const { draft } = dashboardsOf(live)
  return objectOf([
    ...Object.entries(metaWith(content, text)).filter(([key]) => key !== 'dashboardDraft'),
    ...(draft ? [['dashboardDraft', draft] as const] : []),
  ])
}

/**
 * The slug now belongs to another workbook, or belonged to none and the call created one. Restores what the plan saw.
 */
async function takeBack(state: WriteState, wire: Wire, isNamed: boolean): Promise<void> {
  const { client, path } = state
  const target = { ...path, workbookId: wire.id }
  if (isNew(wire)) {
    await client.workbooks.deleteWorkbook({ path: target })
    return
  }
  const name = isNamed ? seenNameOf(state, wire.id) : undefined
  const body = { ...(name === undefined ? {} : { name }), meta: wholeMeta(wire, wire.meta, undefined) }
  await client.workbooks.updateWorkbook({ path: target, body })
}

function seenNameOf({ ids, seenWorkbook }: WriteState, id: number): string | undefined {
  const key = keysByNumber(ids, 'workbook').get(id)
  return key && seenWorkbook(idIn(key))?.name
}

/** Both timestamps of one create may differ slightly. */
const MOMENT_MS = 5_000

/** Whether the call has just created it: it has nothing but a ledger. */
const isNew = (wire: Wire): boolean =>
  Object.keys(wire.meta).every((key) => key === LEDGER_KEY) &&
  wire.folderId == null &&
  !wire.dashboardDraft &&
  !wire.publishedDashboard &&
  Math.abs(Date.parse(wire.updatedAt) - Date.parse(wire.createdAt)) <= MOMENT_MS
