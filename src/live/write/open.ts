import type { Workbook as Wire } from '../../api/workbooks.ts'
import { canonicalText } from '../../content/digest.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { normalSlug } from '../../content/identity.ts'
import { type Key, type Workbook, workbookKey } from '../../content/model.ts'
import { digestsOf, unitsOfWorkbook } from '../../content/units.ts'
import { writeLedger } from '../../ledger/write.ts'
import { ledgerOfWorkbook } from '../ledgers.ts'
import { readWorkbook } from '../lists.ts'
import { toDashboard } from '../map/dashboard.ts'
import type { NameReport } from '../map/numbers.ts'
import { dashboardsOf, toWorkbook } from '../map/workbook.ts'
import { changedSince, requireSame } from './fence.ts'
import { isError } from './repeat.ts'
import type { Stored } from './reports.ts'
import type { Opened, State } from './state.ts'

/** The workbook as it is at this moment. */
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

/** What the platform made of a workbook. */
export const storedIn = (state: State, { slug }: Workbook, wire: Wire): Stored =>
  digestsOf(unitsOfWorkbook(contentOf(state, slug, wire, state.nameReport)))

export const liveSlug = ({ slug }: Wire): string | undefined =>
  (slug == null ? undefined : normalSlug(slug)) || undefined

/** Notes what stands there, so that the next write of this run can tell whether somebody came between. */
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

/** The record of this project in its one form, or one that is not for us to write over. A copy is neither. */
function ledgerIn(wire: Wire, state: State): string | undefined {
  const held = ledgerOfWorkbook(wire, state)
  if (held?.own) return writeLedger(held.own)
  return held?.read.state === 'foreign' || held?.read.state === 'newer' ? `${wire.meta[LEDGER_KEY]}` : undefined
}

/** Reads a workbook again: it must be what the plan saw, its draft and its record too. */
export async function openSeen(state: State, slug: string): Promise<Wire> {
  const key = workbookKey(slug)
  const { facts, ledgers } = state.seen
  const fresh = await readFresh(state, key)
  const seen = state.seenWorkbook(slug)
  if (liveSlug(fresh) !== facts.get(key)?.name) throw changedSince(key, `its slug is "${fresh.slug}"`)
  const units = (workbook: Workbook | undefined) => {
    if (!workbook) return undefined
    const { embedAccess: _notRead, ...rest } = workbook
    return unitsOfWorkbook(rest)
  }
  requireSame(key, units(seen), units(contentOf(state, slug, fresh, state.nameReport)) ?? new Map())

  const { draft, published, version } = openedAs(state, fresh)
  if (version !== (facts.get(key)?.publication?.version ?? 0)) throw changedSince(key, 'it was published')
  const isPublished = seen?.publish === true
  const before = facts.get(key)?.draft
  const other = isPublished && draft !== '' && draft !== published ? draft : undefined
  if (isPublished && other !== (before && canonicalText(before))) throw changedSince(key, 'its draft')
  const ledger = ledgers.get(key)
  if (ledgerIn(fresh, state) !== (ledger && writeLedger(ledger))) {
    throw changedSince(key, 'its ledger: another apply may be running')
  }
  remember(state, fresh)
  return fresh
}

/** Reads a workbook again that this run has in hand: nobody may have come between. */
export async function openAgain(state: State, slug: string): Promise<Wire> {
  const key = workbookKey(slug)
  const before = state.opened.get(state.require(key))
  const fresh = await readFresh(state, key)
  const now = openedAs(state, fresh)
  if (!before || now.ledger !== before.ledger) {
    // What stands there now is not for this run to write over.
    state.opened.delete(fresh.id)
    throw changedSince(key, 'its ledger: another apply may be running')
  }
  if (now.draft !== before.draft) throw changedSince(key, 'its draft')
  if (now.published !== before.published || now.version !== before.version) throw changedSince(key, 'what is published')
  remember(state, fresh)
  return fresh
}
