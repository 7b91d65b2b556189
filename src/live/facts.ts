import type { Workbook as Wire } from '../api/workbooks.ts'
import { canonicalText } from '../content/digest.ts'
import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import type { Known } from '../content/ledger.ts'
import { type Content, type FolderPath, type Key, reportKey } from '../content/model.ts'
import { referencesOf } from '../content/references.ts'
import { digestIn, unitsOfReport } from '../content/units.ts'
import { withWrite } from '../content/versions.ts'
import type { Inventory } from './inventory.ts'
import type { KnownObjects } from './known.ts'
import { toDashboard } from './map/dashboard.ts'
import type { NameReport } from './map/numbers.ts'
import { dashboardsOf } from './map/workbook.ts'
import type { Names } from './names/names.ts'
import { glanceAtWorkbook } from './rows/workbook.ts'

export interface DeploymentFacts {
  readonly facts: ReadonlyMap<Key, LiveFacts>
  readonly otherDashboards: readonly OtherDashboard[]
  /** Where every folder is, by its number: twins are in one place. */
  readonly folderPaths: ReadonlyMap<number, FolderPath>
}

/** What the rows say beside their content, for each object that is content of ours. */
export function factsOf(
  { folders, workbooks, reports }: Inventory,
  names: Names,
  { content, ids }: { readonly content: Content; readonly ids: ReadonlyMap<Key, number> },
  { ledgers, known }: Pick<KnownObjects, 'ledgers' | 'known'>,
  nameReport: NameReport,
): DeploymentFacts {
  const facts = new Map<Key, LiveFacts>()
  const keyOf = (kind: 'folder' | 'workbook' | 'report', id: number): Key | undefined => {
    const key = names.keyOf(kind, id)
    return key !== undefined && ids.get(key) === id ? key : undefined
  }
  for (const { id, name, updatedAt } of folders) {
    const key = keyOf('folder', id)
    if (key !== undefined) facts.set(key, { id, name, updatedAt })
  }
  for (const { id, version, updatedAt, user } of reports) {
    const key = keyOf('report', id)
    if (key === undefined) continue
    const record = known.get(key)
    const quiet = record?.quiet ?? ledgers.get(key)?.quiet
    const { ours, unpublished } = isLanded(content, key, record?.next, version)
      ? withWrite({ ...record, quiet }, [version - 1, version])
      : { ours: record?.ours, unpublished: record?.unpublished }
    facts.set(key, { id, version: version ?? undefined, quiet, ours, unpublished, updatedAt, owner: user.email })
  }
  const otherDashboards: OtherDashboard[] = []
  for (const wire of workbooks) {
    const { id, slug, updatedAt, user } = wire
    const key = keyOf('workbook', id)
    if (key === undefined) {
      otherDashboards.push({ title: [...names.pathOf(wire.folderId), wire.name], shows: shownBy(wire, nameReport) })
      continue
    }
    const review = ledgers.get(key)?.review
    facts.set(key, {
      ...{ id, name: slug?.trim().toLowerCase() || undefined, updatedAt, owner: user?.email, review },
      ...publicationOf(wire, nameReport),
    })
  }
  return { facts, otherDashboards, folderPaths: new Map(folders.map(({ id }) => [id, names.pathOf(id)])) }
}

/** Whether the report is what a run that was cut off was writing, and nobody saved it since. */
function isLanded(
  content: Content,
  key: Key,
  next: Known['next'],
  version: number | null | undefined,
): version is number {
  if (next?.from === undefined || version !== next.from + 1) return false
  const report = content.reports.find(({ id }) => reportKey(id) === key)
  const units = report && unitsOfReport(report)
  const sent = Object.entries(next.units)
  return sent.length > 0 && sent.every(([unit, digest]) => digestIn(units, unit) === digest)
}

const shownBy = (wire: Wire, nameReport: NameReport) => {
  const { draft, published } = dashboardsOf(wire)
  const dashboards = [draft, published].flatMap((config) => (config ? [toDashboard(config, nameReport)] : []))
  return [...new Set(dashboards.flatMap(referencesOf))]
}

function publicationOf(wire: Wire, nameReport: NameReport): Pick<LiveFacts, 'publication' | 'draft'> {
  const { publication, hasDraft } = glanceAtWorkbook(wire)
  return {
    ...(publication && {
      publication: {
        ...publication,
        snapshots: publication.snapshots.map(([report, version]) => ({ report: nameReport(report), version })),
      },
    }),
    ...(hasDraft ? otherDraft(wire, nameReport) : {}),
  }
}

/** A draft that says something else than what is published. */
function otherDraft(wire: Wire, nameReport: NameReport): Pick<LiveFacts, 'draft'> {
  const { draft, published } = dashboardsOf(wire)
  if (!draft || !published) return {}
  const [now, seen] = [toDashboard(draft, nameReport), toDashboard(published, nameReport)]
  return canonicalText(now) === canonicalText(seen) ? {} : { draft: now }
}
