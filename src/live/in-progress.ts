import type { LedgerFacts } from '../base/facts.ts'
import type { FoundEntry, Next } from '../base/ledger.ts'
import { type Entity, ofKind } from '../content/entity.ts'
import { type Key, type Report, reportKey, workbookKey } from '../content/model.ts'
import { saidOf } from '../content/threeway.ts'
import { digestIn, type Units, unitsOfDashboard, unitsOfReport } from '../content/units.ts'
import { type VersionRecord, whoSavedSince, withWrite } from '../content/versions.ts'
import type { LiveObjects } from './content.ts'
import type { Versions } from './kinds.ts'
import type { NameReport } from './map/dashboard.ts'
import type { DeploymentNames } from './names/types.ts'
import type { LiveNote } from './notes.ts'
import { draftBeside } from './publication.ts'
import type { WorkbookRow } from './rows/known.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Inventory } from './wire.ts'

/**
 * Notes on work that people have not published: drafts that differ from what is published, and reports edited since.
 * Leftovers of our own interrupted runs do not count.
 */
export function workInProgress(
  { workbooks, reports }: Inventory,
  { content }: Pick<LiveObjects, 'content'>,
  { entries, versions }: { readonly entries: LedgerFacts['entries']; readonly versions: Versions },
  names: DeploymentNames,
  nameReport: NameReport,
): LiveNote[] {
  const newest = new Map(reports.map(({ id, version }) => [id, version]))
  const seen = new Set<Key>()
  const notes = workbooks.flatMap((wire) => {
    const slug = names.slugOf(wire.id)
    const key = slug === undefined ? undefined : workbookKey(slug)
    if (!key || !content.has(key) || !summarizeWorkbookRow(wire).isPublished) return []
    const draft: LiveNote[] = hasOwnDraft(wire, entries.get(key), nameReport)
      ? [{ kind: 'unpublished-edits', key, message: `"${wire.name}" has unpublished edits` }]
      : []
    const edited = (summarizeWorkbookRow(wire).publication?.snapshots ?? []).flatMap(([reportId, versionNumber]) => {
      const report = content.get(reportKey(names.reportOf(reportId)?.id ?? ''))
      if (!report) return []
      const of = report.key
      const by = whoSavedSince(versionNumber, newest.get(reportId) ?? undefined, versions.get(of))
      const isSeen = by === 'nobody' || by === 'us' || isOurs(unitsOfReport(report.whole()), entries.get(of))
      if (isSeen) seen.add(of)
      return isSeen ? [] : [noteEdited(key, wire, report)]
    })
    return [...draft, ...edited]
  })
  // An edit counts as published once the viewers of one dashboard see it.
  return notes.filter(({ report }) => report === undefined || !seen.has(report))
}

const noteEdited = (key: Key, { name }: WorkbookRow, report: Entity<'report'>): LiveNote => ({
  kind: 'edited-since-publish',
  key,
  report: report.key,
  message: `"${report.name}" was edited since "${name}" was published: viewers still see the old version`,
})

function hasOwnDraft(row: WorkbookRow, entry: FoundEntry | undefined, nameReport: NameReport): boolean {
  const both = draftBeside(row, nameReport)
  return both !== undefined && !isOurs(unitsOfDashboard(both.draft), entry, unitsOfDashboard(both.published))
}

/** Whether each unit is one that we wrote, or that viewers already see. */
const isOurs = (units: Units, entry: FoundEntry | undefined, seen?: Units): boolean =>
  entry !== undefined &&
  [...units.keys()].every((name) => {
    const digest = digestIn(units, name)
    const forms: readonly (string | undefined)[] = [entry.base?.[name] ?? [], entry.next?.units[name]].flat()
    return forms.includes(digest) || (seen !== undefined && digestIn(seen, name) === digest)
  })

/** What we know about each report's versions: its ledger entry, plus what an interrupted run wrote after that. */
export function versionsOf(
  { reports }: Inventory,
  { content, ids }: Pick<LiveObjects, 'content' | 'ids'>,
  { ledgers, entries }: { readonly ledgers: LedgerFacts['ledgers']; readonly entries: LedgerFacts['entries'] },
): Versions {
  const versions = new Map(reports.map(({ id, version }) => [id, version]))
  return new Map(
    ofKind(content, 'report').flatMap(({ key, whole }): [Key, VersionRecord][] => {
      const id = ids.get(key)
      const entry = entries.get(key)
      const record = entry?.live === id ? entry : undefined
      const recordOnly = record?.recordOnly ?? ledgers.get(key)?.recordOnly
      if (id === undefined || (!record && !recordOnly)) return []
      const { byUs, unpublished } = record ?? {}
      const said = { recordOnly, byUs, unpublished, overwritten: overwrittenWith(record) }
      const version = versions.get(id)
      return [[key, isInterruptedWrite(whole, record?.next, version) ? withWrite(said, [version - 1, version]) : said]]
    }),
  )
}

/** Whether the report is exactly what an interrupted run was writing, with no save since. */
function isInterruptedWrite(
  read: () => Report,
  next: Next | undefined,
  version: number | null | undefined,
): version is number {
  if (next?.from === undefined || version !== next.from + 1) return false
  const units = unitsOfReport(read())
  const sent = Object.entries(next.units)
  return sent.length > 0 && sent.every(([unit, digest]) => digestIn(units, unit) === digest)
}

/** An interrupted run may have written, so this includes what it would have replaced. */
function overwrittenWith(record: FoundEntry | undefined): VersionRecord['overwritten'] {
  const { overwritten, base, next } = record ?? {}
  if (next?.from === undefined) return overwritten
  return [...(overwritten ?? []), [next.from + 1, saidOf(base, Object.keys(next.units))]]
}
