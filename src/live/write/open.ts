import type { Workbook as Wire } from '../../api/workbooks.ts'
import { canonicalText } from '../../content/digest.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { normalSlug } from '../../content/identity.ts'
import { type Key, type Workbook, workbookKey } from '../../content/model.ts'
import { digestsOf, unitsOfWorkbook } from '../../content/units.ts'
import { writeLedger } from '../../ledger/codec.ts'
import { ledgerOfWorkbook } from '../ledgers.ts'
import { readWorkbook } from '../lists.ts'
import { toDashboard } from '../map/dashboard.ts'
import type { NameReport } from '../map/numbers.ts'
import { dashboardsOf, toWorkbook } from '../map/workbook.ts'
import { changedSince, differing } from './fence.ts'
import { isError } from './repeat.ts'
import type { Stored } from './reports.ts'
import type { Opened, State } from './state.ts'

/** Reads the workbook as it is now. */
export async function readFresh(state: State, key: Key): Promise<Wire> {
  try {
    return await readWorkbook(state.client, state.path, state.require(key))
  } catch (cause) {
    if (isError(cause, 'NOT_FOUND')) throw changedSince(key, 'it is gone')
    throw cause
  }
}

export const contentOf = (state: State, slug: string, wire: Wire, nameReport: NameReport): Workbook =>
  toWorkbook(wire, { slug, folder: state.folderOf(wire.folderId) ?? ['?'], drafts: false, nameReport })

/** Digests of a workbook as the platform has it. */
export const storedIn = (state: State, { slug }: Workbook, wire: Wire): Stored =>
  digestsOf(unitsOfWorkbook(contentOf(state, slug, wire, state.nameReport)))

export const liveSlug = ({ slug }: Wire): string | undefined =>
  (slug == null ? undefined : normalSlug(slug)) || undefined

/** Remembers a workbook's state, so that the next write of this run notices changes by others. */
export const remember = (state: State, wire: Wire): void => void state.opened.set(wire.id, openedAs(state, wire))

function openedAs(state: State, wire: Wire): Opened {
  const { draft, published } = dashboardsOf(wire)
  const text = (config: typeof draft): string => (config ? canonicalText(toDashboard(config, state.nameReport)) : '')
  return {
    slug: liveSlug(wire),
    draft: text(draft),
    published: text(published),
    version: wire.publishedDashboard?.versionNumber ?? 0,
    ledger: ledgerIn(wire, state),
  }
}

/**
 * This project's ledger in canonical form, or a foreign or newer one, which we must not overwrite. A copied ledger is
 * neither.
 */
function ledgerIn(wire: Wire, state: State): string | undefined {
  const held = ledgerOfWorkbook(wire, state)
  if (held?.own) return writeLedger(held.own)
  return held?.read.state === 'foreign' || held?.read.state === 'newer' ? `${wire.meta[LEDGER_KEY]}` : undefined
}

/** What somebody has changed in a workbook since the plan, or since this run opened it. */
export const changeIn = (state: State, slug: string, fresh: Wire): string | undefined =>
  state.opened.has(fresh.id) ? changeSinceOpened(state, fresh) : changeSinceSeen(state, slug, fresh)

function changeSinceSeen(state: State, slug: string, fresh: Wire): string | undefined {
  const key = workbookKey(slug)
  const { facts, ledgers } = state.seen
  const seen = state.seenWorkbook(slug)
  if (liveSlug(fresh) !== facts.get(key)?.name) return `its slug is "${fresh.slug}"`
  if (!seen) return 'it was not there'
  const { embedAccess: _notRead, ...rest } = seen
  const units = differing(unitsOfWorkbook(rest), unitsOfWorkbook(contentOf(state, slug, fresh, state.nameReport)))
  if (units.length > 0) return units.join(', ')

  const { draft, published, version } = openedAs(state, fresh)
  if (version !== (facts.get(key)?.publication?.version ?? 0)) return 'it was published'
  const before = facts.get(key)?.draft
  const other = draft !== '' && draft !== published ? draft : undefined
  if (seen.publish && other !== (before && canonicalText(before))) return 'its draft'
  const ledger = ledgers.get(key)
  return ledgerIn(fresh, state) === (ledger && writeLedger(ledger)) ? undefined : LEDGER_CHANGED
}

const LEDGER_CHANGED = 'its ledger: another apply may be running'

function changeSinceOpened(state: State, fresh: Wire): string | undefined {
  const before = state.opened.get(fresh.id)
  const now = openedAs(state, fresh)
  if (!before || now.ledger !== before.ledger) return LEDGER_CHANGED
  if (now.draft !== before.draft) return 'its draft'
  return now.published === before.published && now.version === before.version ? undefined : 'what is published'
}

/** Reads a workbook again, and throws unless it is what the plan saw, including its draft and ledger. */
export async function openSeen(state: State, slug: string): Promise<Wire> {
  const key = workbookKey(slug)
  const fresh = await readFresh(state, key)
  const change = changeSinceSeen(state, slug, fresh)
  if (change !== undefined) throw changedSince(key, change)
  remember(state, fresh)
  return fresh
}

/** Reads a workbook again that this run is writing, and throws if somebody else changed it in between. */
export async function openAgain(state: State, slug: string): Promise<Wire> {
  const key = workbookKey(slug)
  const fresh = await readFresh(state, key)
  const change = changeSinceOpened(state, fresh)
  // Somebody else's ledger is there now, and this run must not overwrite it.
  if (change === LEDGER_CHANGED) state.opened.delete(fresh.id)
  if (change !== undefined) throw changedSince(key, change)
  remember(state, fresh)
  return fresh
}
