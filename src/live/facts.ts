import type { Workbook as Wire } from '../api/workbooks.ts'
import { canonicalText } from '../content/digest.ts'
import type { LiveFacts, OtherDashboard } from '../content/facts.ts'
import type { FolderPath, Key } from '../content/model.ts'
import { referencesOf } from '../content/references.ts'
import type { LedgerFacts } from '../ledger/together.ts'
import type { Inventory } from './inventory.ts'
import { toDashboard } from './map/dashboard.ts'
import type { NameReport } from './map/numbers.ts'
import { dashboardsOf } from './map/workbook.ts'
import type { Names } from './names/names.ts'
import { glanceAtWorkbook } from './rows/workbook.ts'
import type { Versions } from './versions.ts'

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
  { ids }: { readonly ids: ReadonlyMap<Key, number> },
  { ledgers, versions }: Pick<LedgerFacts, 'ledgers'> & { readonly versions: Versions },
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
    facts.set(key, { id, version: version ?? undefined, ...versions.get(key), updatedAt, owner: user.email })
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
