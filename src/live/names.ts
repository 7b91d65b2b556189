import type { Report as WireReport } from '../api/reports.ts'
import type { Workbook as WireWorkbook } from '../api/workbooks.ts'
import { derivedId, isPublicId, legacyId, normalSlug } from '../content/identity.ts'
import type { Ledger } from '../content/ledger.ts'
import { type Content, type FolderPath, pathText } from '../content/model.ts'
import { shortHash, slugOf } from '../content/slug.ts'

/** Which live object is which declared one, and what the others are called. */

export interface Names {
  readonly deployment: number
  readonly projectId: string
  readonly target: string
  readonly home: boolean
  readonly declared: Pick<Content, 'reports' | 'workbooks'>
  readonly ledgers: readonly Ledger[]
}

/** The logical ids that ledgers know live objects by. */
function knownByLedger(ledgers: readonly Ledger[], kind: 'report' | 'workbook'): ReadonlyMap<number, string> {
  const known = new Map<number, string>()
  for (const { o } of ledgers) {
    for (const [key, { live }] of Object.entries(o)) {
      if (key.startsWith(`${kind}/`)) known.set(live, key.slice(kind.length + 1))
    }
  }
  return known
}

export interface ReportName {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
  /** The platform has no stable id for it: the file's id is chosen, and to be assigned. */
  readonly legacy: boolean
}

/**
 * A report is found by `ids.<target>` in its file, then by the ledger, then by the id as written, then by the derived
 * id. One that nobody declares is named by its public id at home, and elsewhere by an id derived from it.
 */
export function reportNamer({ deployment, projectId, target, home, declared, ledgers }: Names): (wire: WireReport) => ReportName {
  const byLedger = knownByLedger(ledgers, 'report')
  const byPublicId = new Map<string, string>()
  for (const { id } of declared.reports) byPublicId.set(derivedId(projectId, deployment, id), id)
  for (const { id } of declared.reports) byPublicId.set(id, id)
  for (const { id, ids } of declared.reports) if (ids?.[target] !== undefined) byPublicId.set(ids[target], id)
  const declaredIds = new Map(declared.reports.map((report) => [report.id, report.ids]))

  return ({ id: number, publicId }) => {
    const legacy = !isPublicId(publicId)
    const found = (legacy ? undefined : byPublicId.get(publicId)) ?? byLedger.get(number)
    if (found !== undefined) {
      const ids = declaredIds.get(found)
      return { id: found, legacy, ...(ids === undefined ? {} : { ids }) }
    }
    if (legacy) return { id: legacyId(projectId, deployment, number), legacy }
    if (home) return { id: publicId, legacy }
    return { id: derivedId(projectId, deployment, publicId), ids: { [target]: publicId }, legacy }
  }
}

export interface WorkbookName {
  readonly slug: string
  /** The platform has no slug for it: the file's slug is chosen, and to be assigned. */
  readonly chosen: boolean
  /** The slug that it has now, where somebody changed it in the UI. */
  readonly renamedTo?: string
}

/**
 * A workbook is bound by a ledger that names its slug, else by its slug, else, when it has neither, by folder and name
 * where that is unique on both sides. One that nobody declares is named by its slug, or by one made from its name.
 */
export function nameWorkbooks(
  workbooks: readonly WireWorkbook[],
  folderOf: (wire: WireWorkbook) => FolderPath,
  { declared, ledgers }: Names,
): ReadonlyMap<number, WorkbookName> {
  const byLedger = knownByLedger(ledgers, 'workbook')
  const named = new Map<number, WorkbookName>()
  const taken = new Set(declared.workbooks.map(({ slug }) => slug))
  const spotOf = (folder: FolderPath, name: string): string => `${pathText(folder)}\n${name}`
  const nameless: WireWorkbook[] = []

  for (const workbook of workbooks) {
    const slug = workbook.slug == null ? undefined : normalSlug(workbook.slug)
    const known = byLedger.get(workbook.id)
    if (known !== undefined) {
      const renamed = slug !== undefined && slug !== known ? { renamedTo: slug } : {}
      named.set(workbook.id, { slug: known, chosen: false, ...renamed })
    } else if (slug === undefined) nameless.push(workbook)
    else named.set(workbook.id, { slug, chosen: false })
  }
  for (const { slug } of named.values()) taken.add(slug)

  const bound = new Set([...named.values()].map(({ slug }) => slug))
  const free = groupBy(
    declared.workbooks.filter(({ slug }) => !bound.has(slug)),
    ({ folder, name }) => spotOf(folder, name),
  )
  for (const [spot, group] of groupBy(nameless, (workbook) => spotOf(folderOf(workbook), workbook.name))) {
    const [workbook, another] = group
    const [match, second] = free.get(spot) ?? []
    if (workbook && !another && match && !second) named.set(workbook.id, { slug: match.slug, chosen: true })
  }
  for (const workbook of nameless) {
    if (named.has(workbook.id)) continue
    const plain = slugOf(workbook.name)
    const slug = taken.has(plain) ? `${plain}-${shortHash(`${spotOf(folderOf(workbook), workbook.name)}\n${workbook.id}`)}` : plain
    taken.add(slug)
    named.set(workbook.id, { slug, chosen: true })
  }
  return named
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
