import { BoardwrightError } from '@boardwright/common'
import type { DashboardConfig, Workbook as Wire } from '@boardwright/platform'
import { writeLedger } from '../../base/codec.ts'
import { plural } from '../../content/counted.ts'
import { ABSENT, canonicalText } from '../../content/digest.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { withoutHidden } from '../../content/hidden-meta.ts'
import { slugIn } from '../../content/identity.ts'
import { type FolderPath, type Key, type Workbook, workbookKey } from '../../content/model.ts'
import type { UnitDigests } from '../../content/threeway.ts'
import { digestsOf, type Units, unitsOfWorkbook } from '../../content/units.ts'
import { ledgerOfWorkbook } from '../ledgers.ts'
import { readWorkbook } from '../lists.ts'
import { dashboardFromWire } from '../map/dashboard.ts'
import { dashboardsOf, workbookFromWire } from '../map/workbook.ts'
import { isError } from './repeat.ts'
import type { Opened, WriteState } from './state.ts'

/** Reads the workbook as it is now. */
export async function readFresh(state: WriteState, key: Key): Promise<Wire> {
  try {
    return await readWorkbook(state.client, state.path, state.numberOf(key))
  } catch (cause) {
    if (isError(cause, 'NOT_FOUND')) throw changedUnder(key, 'it is gone')
    throw cause
  }
}

/** Where something is that somebody moved into a folder that this run has not seen. No folder has an empty name. */
const UNSEEN_FOLDER: FolderPath = ['']

const workbookFrom = (state: WriteState, slug: string, wire: Wire): Workbook => {
  const folder = state.folderOf(wire.folderId) ?? UNSEEN_FOLDER
  return workbookFromWire(wire, { slug, folder, drafts: false, nameReport: state.nameReport })
}

/** Digests of a workbook as the platform has it. */
export const storedIn = (state: WriteState, { slug }: Workbook, wire: Wire): UnitDigests =>
  digestsOf(unitsOfWorkbook(workbookFrom(state, slug, wire)))

/** Remembers a workbook's state, so that the next write of this run notices changes by others. */
export const rememberState = (state: WriteState, wire: Wire): void =>
  void state.opened.set(wire.id, openedAs(state, wire))

/** A dashboard in canonical form; empty for none. */
export const dashboardText = (state: WriteState, config: DashboardConfig | null | undefined): string =>
  config ? canonicalText(dashboardFromWire(config, state.nameReport)) : ''

function openedAs(state: WriteState, wire: Wire): Opened {
  const { draft, published } = dashboardsOf(wire)
  return {
    slug: slugIn(wire),
    name: wire.name,
    folder: wire.folderId ?? null,
    meta: canonicalText(withoutHidden(wire.meta, 'workbook')),
    draft: dashboardText(state, draft),
    published: dashboardText(state, published),
    version: wire.publishedDashboard?.versionNumber ?? 0,
    ledger: ledgerIn(wire, state),
  }
}

/**
 * This project's ledger in canonical form, or a foreign or newer one, which we must not overwrite. A copied ledger is
 * neither.
 */
function ledgerIn(wire: Wire, state: WriteState): string | undefined {
  const held = ledgerOfWorkbook(wire, state)
  if (held?.own) return writeLedger(held.own)
  return held?.read.state === 'foreign' || held?.read.state === 'newer' ? `${wire.meta[LEDGER_KEY]}` : undefined
}

/** What somebody has changed in a workbook since the plan, or since this run opened it. */
export function changeIn(state: WriteState, slug: string, fresh: Wire): string | undefined {
  const before = state.opened.get(fresh.id)
  if (!before) return changeSinceSeen(state, slug, fresh)
  const now = openedAs(state, fresh)
  return now.ledger === before.ledger ? changeOfContent(before, now) : LEDGER_CHANGED
}

function changeSinceSeen(state: WriteState, slug: string, fresh: Wire): string | undefined {
  const key = workbookKey(slug)
  const { facts, ledgers } = state.seen
  const seen = state.seenWorkbook(slug)
  const slugNow = slugIn(fresh)
  if (slugNow !== facts.get(key)?.name) return slugNow === undefined ? 'its slug is gone' : `its slug is "${slugNow}"`
  if (!seen) return 'it was not there'
  const { embedAccess: _notRead, ...rest } = seen
  const units = differing(unitsOfWorkbook(rest), unitsOfWorkbook(workbookFrom(state, slug, fresh)))
  if (units.length > 0) return units.join(', ')

  const { draft, published, version } = openedAs(state, fresh)
  if (version !== (facts.get(key)?.publication?.version ?? 0)) return 'it was published'
  const before = facts.get(key)?.draft
  const other = draft !== '' && draft !== published ? draft : undefined
  if (seen.publish && other !== (before && canonicalText(before))) return 'its draft'
  const ledger = ledgers.get(key)
  return ledgerIn(fresh, state) === (ledger && writeLedger(ledger)) ? undefined : LEDGER_CHANGED
}

const LEDGER_CHANGED = 'what was recorded as applied: another apply may be running'

/** Units that are one field of a workbook each. */
export const WORKBOOK_FIELDS = ['name', 'slug', 'folder', 'meta'] as const

/** What differs between two states of a workbook, apart from its ledger and these units. */
function changeOfContent(before: Opened, now: Opened, except: readonly string[] = []): string | undefined {
  const fields = WORKBOOK_FIELDS.filter((unit) => !except.includes(unit) && now[unit] !== before[unit])
  if (fields.length > 0) return fields.join(', ')
  if (now.draft !== before.draft) return 'its draft'
  return now.published === before.published && now.version === before.version ? undefined : 'what is published'
}

/** Reads a workbook again, and throws unless it is what the plan saw, including its draft and ledger. */
export async function openSeen(state: WriteState, slug: string): Promise<Wire> {
  const key = workbookKey(slug)
  const fresh = await readFresh(state, key)
  const change = changeSinceSeen(state, slug, fresh)
  if (change !== undefined) throw changedUnder(key, change)
  rememberState(state, fresh)
  return fresh
}

/** Reads a workbook again that this run is writing, and throws if somebody else changed it in between. */
export async function openAgain(state: WriteState, slug: string): Promise<Wire> {
  const key = workbookKey(slug)
  const fresh = await readFresh(state, key)
  const before = state.opened.get(fresh.id)
  const now = openedAs(state, fresh)
  if (!before || now.ledger !== before.ledger) {
    // It is somebody else's now, and this run must not close it.
    state.opened.delete(fresh.id)
    throw changedUnder(key, LEDGER_CHANGED)
  }
  const change = changeOfContent(before, now)
  if (change !== undefined) throw changedUnder(key, change)
  state.opened.set(fresh.id, now)
  return fresh
}

/**
 * Writes these units of a workbook that was just read, and throws if anything else in the answer differs from what was
 * read: then somebody changed it in between.
 */
export async function writeAndCompare(
  state: WriteState,
  key: Key,
  units: readonly string[],
  write: () => Promise<Wire>,
): Promise<Wire> {
  const before = state.opened.get(state.numberOf(key))
  const answer = await write()
  const change = before && changeOfContent(before, openedAs(state, answer), units)
  if (change !== undefined) throw changedUnder(key, change)
  rememberState(state, answer)
  return answer
}

/** Live is no longer what the plan saw: somebody else was faster. */
export const changedUnder = (key: Key, what: string): BoardwrightError =>
  new BoardwrightError('CONFLICT', `${key} changed since the plan: ${what}`)

/** People whom a delete would take something from that the plan does not count. */
export const joinedSince = (key: Key, count: number): BoardwrightError =>
  changedUnder(key, `${plural(count, 'person', 'people')} joined it`)

/** The units in which two states of an object differ. */
export function differing(a: Units, b: Units): string[] {
  const [before, now] = [digestsOf(a), digestsOf(b)]
  const names = new Set([...before.keys(), ...now.keys()])
  return [...names].filter((name) => (before.get(name) ?? ABSENT) !== (now.get(name) ?? ABSENT)).sort()
}

/** Throws unless the object is still what the plan saw. */
export function requireSame(key: Key, seen: Units | undefined, fresh: Units): void {
  const units = seen ? differing(seen, fresh) : ['it was not there']
  if (units.length > 0) throw changedUnder(key, units.join(', '))
}
