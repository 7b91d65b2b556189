import type { Workbook as Wire } from '../../api/workbooks.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { isKind } from '../../content/kinds.ts'
import { idIn, type Key, type Workbook } from '../../content/model.ts'
import { objectOf } from '../../json.ts'
import { dashboardsOf } from '../map/workbook.ts'
import { changedSince } from './fence.ts'
import { readFresh, remember } from './open.ts'
import type { State } from './state.ts'

/**
 * Writes only the ledger of a workbook. Uses the call by slug, because only that merges `meta`: concurrent saves
 * survive, including the draft. A workbook without a slug is written by number, with its whole `meta`.
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
    await takeBack(state, answer, name.name !== undefined)
    throw changedSince(key, `its slug is no longer "${slug}"`)
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

/** A `meta` to replace the live one. Whatever it lacks is lost, which may include the draft. */
export function wholeMeta(live: Wire, content: Workbook['meta'], text: string): Record<string, unknown> {
  const { draft } = dashboardsOf(live)
  return objectOf([
    ...Object.entries(content).filter(([key]) => key !== LEDGER_KEY && key !== 'dashboardDraft'),
    [LEDGER_KEY, text],
    ...(draft ? [['dashboardDraft', draft] as const] : []),
  ])
}

/**
 * The slug now belongs to another workbook, or belonged to none and the call created one. Restores what the plan saw.
 */
async function takeBack(state: State, wire: Wire, isNamed: boolean): Promise<void> {
  const { client, path } = state
  const target = { ...path, workbookId: wire.id }
  if (isNew(wire)) {
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

function seenNameOf({ ids, seenWorkbook }: State, id: number): string | undefined {
  const [key] = [...ids].find(([key, number]) => isKind(key, 'workbook') && number === id) ?? []
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
