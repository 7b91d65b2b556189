import type { UpdateWorkbookInput } from '../../api/workbooks.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { type Workbook, workbookKey } from '../../content/model.ts'
import { objectOf } from '../../json.ts'
import { fromWorkbook } from '../map/workbook.ts'
import { changedSince } from './fence.ts'
import { openAgain, openSeen, readFresh, remember, storedIn } from './open.ts'
import { createShell, putRecord, takeBackCreated, wholeMeta } from './records.ts'
import type { RecordText, Stored } from './reports.ts'
import type { State } from './state.ts'

/** Units of a workbook outside its dashboard. */
const FIELDS = ['name', 'slug', 'folder'] as const

/** Without the dashboard: its reports may not exist yet. */
function fieldsOf({ dashboard: _later, ...fields }: Workbook, { numbers }: State) {
  return fromWorkbook(fields, numbers)
}

/** The workbook with its ledger, then its name, place and `meta`. */
export async function createWorkbook(state: State, workbook: Workbook, record: RecordText): Promise<Stored> {
  const { slug } = workbook
  const created = await createShell(state, slug, record(null, undefined))
  const { id } = created
  const { name, folderId, meta } = fieldsOf(workbook, state)
  const body = { name, folderId, meta: objectOf([...Object.entries(meta), [LEDGER_KEY, record(id, undefined)]]) }
  // Only the workbook created with this slug has it, and this call tells its number.
  const answer = await state.client.workbooks.upsertWorkbookBySlug({ path: { ...state.path, slug }, body })
  if (answer.id !== id) {
    await takeBackCreated(state, created, answer)
    throw changedSince(workbookKey(slug), 'its slug')
  }
  remember(state, answer)
  return storedIn(state, workbook, answer)
}

/** Reads a workbook again and writes its ledger, before anything in it is written. */
export async function openWorkbook(state: State, slug: string, record: RecordText): Promise<void> {
  const { id } = await openSeen(state, slug)
  await putRecord(state, workbookKey(slug), record(id, undefined))
}

/** Changes name, slug, place or `meta` of an open workbook, or opens it with its new name. */
export async function changeWorkbook(
  state: State,
  workbook: Workbook,
  units: readonly string[],
  record: RecordText,
): Promise<Stored> {
  const key = workbookKey(workbook.slug)
  const workbookId = state.require(key)
  const all = fieldsOf(workbook, state)
  if (!state.opened.has(workbookId)) {
    await openSeen(state, workbook.slug)
    return storedIn(state, workbook, await putRecord(state, key, record(workbookId, undefined), { name: all.name }))
  }
  const wanted: Readonly<Record<(typeof FIELDS)[number], Partial<UpdateWorkbookInput>>> = {
    name: { name: all.name },
    slug: { slug: all.slug },
    folder: { folderId: all.folderId },
  }
  const body: Partial<UpdateWorkbookInput> = Object.assign(
    {},
    ...FIELDS.filter((unit) => units.includes(unit)).map((unit) => wanted[unit]),
  )
  if (units.includes('meta')) {
    const live = await openAgain(state, workbook.slug)
    body.meta = wholeMeta(live, all.meta, record(workbookId, undefined))
  }
  await state.client.workbooks.updateWorkbook({ path: { ...state.path, workbookId }, body })
  // That call promises no answer.
  const fresh = await readFresh(state, key)
  remember(state, fresh)
  return storedIn(state, workbook, fresh)
}

export async function recordWorkbook(state: State, slug: string, record: RecordText): Promise<void> {
  const key = workbookKey(slug)
  const id = state.require(key)
  if (!state.opened.has(id)) await openSeen(state, slug)
  await putRecord(state, key, record(id, undefined))
}
