import { lazy } from '@boardwright/common'
import type { PreviewEntry, PreviewReport } from '@boardwright/pictures'
import { type Content, type Entity, ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import { isKind } from '../../content/kinds.ts'
import { idIn, type Report, type ReportReference } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import { reportOf } from '../../content/references.ts'
import { directoryOf, fileOf } from '../../serialize/layout.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { isInNoWorkbook } from '../decide/pages.ts'

/** A list entry, with the problem that keeps it, or a report on it, from being drawn. */
export interface Listed {
  readonly entry: PreviewEntry
  readonly broken?: Problem | undefined
}

/**
 * Lists workbooks, reports outside of workbooks, and entries for workbook files that cannot be read, in display order.
 */
export function listEntries(content: Content, tree: ParsedTree, problems: readonly Problem[]): Listed[] {
  const faults = new Map(
    problems.filter(({ warning }) => !warning).flatMap((problem) => placesOf(problem).map((place) => [place, problem])),
  )
  const reports = ofKind(content, 'report')
  const inside = groupBy(reports, ({ place }) => place.workbook)
  const reportsIn = (slug: string): PreviewReport[] | undefined =>
    inside
      .get(slug)
      ?.map(({ key, name, whole }) => ({ slug: key, name, ...titled(whole()) }))
      .sort(byName)
  const listed = ofKind(content, 'workbook').map((workbook) => {
    const { entry, broken } = workbookEntry(workbook, tree, faults)
    return { entry: { ...entry, reports: reportsIn(workbook.own.slug) }, broken }
  })
  const known = new Set(listed.map(({ entry }) => entry.file))
  const unread = [...faults.values()].filter(
    ({ at }) => at.file === fileOf('workbook', directoryOf(at.file)) && !known.has(directoryOf(at.file)),
  )
  const all = [
    ...listed,
    ...unread.map(unreadEntry),
    ...reports.filter(isInNoWorkbook).map((each) => reportEntry(each, tree)),
  ].map((each) => ({ ...each, where: each.entry.folder.join(' / ') }))
  return all.sort((a, b) => inWords().compare(a.where, b.where) || byName(a.entry, b.entry))
}

/** Sorting on the server with one shared collator. A page that creates its own shows its first chart later. */
const inWords = lazy(() => new Intl.Collator())
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => inWords().compare(a.name, b.name)

const titled = ({ definition: { title } }: Report): { title?: string } => (title ? { title } : {})

function workbookEntry(
  { key, name, own: { slug, folder, publish }, references, whole }: Entity<'workbook'>,
  { sources }: ParsedTree,
  faults: ReadonlyMap<string, Problem>,
): Listed {
  const { dashboard } = whole()
  const file = directoryOf(sources.get(key)?.document.file ?? '')
  const broken = dashboard ? faultyReport(references, faults) : faults.get(fileOf('dashboard', file))
  const title = dashboard?.title && dashboard.title !== name ? { title: dashboard.title } : {}
  const entry = { slug, name, ...title, folder, isPublished: publish, file, ...(broken && { isBroken: true }) }
  return { entry: { ...entry, kind: dashboard ? (dashboard.kind ?? 'CLASSIC') : broken ? 'broken' : 'none' }, broken }
}

/** SQL beside a report is a place of its own. */
const placesOf = ({ at, key, isLoss }: Problem): string[] => [
  at.file,
  ...(isLoss && key !== undefined && isKind(key, 'report') ? [idIn(key)] : []),
]

/** A report whose file cannot be read is known by that. */
function faultyReport(
  references: readonly ReportReference[],
  faults: ReadonlyMap<string, Problem>,
): Problem | undefined {
  const reports = references.flatMap((each) => reportOf(each) ?? [])
  return reports.flatMap((key) => faults.get(idIn(key)) ?? [])[0]
}

/** If a workbook's file cannot be read, only its directory is known. */
function unreadEntry(broken: Problem): Listed {
  const file = directoryOf(broken.at.file)
  const path = file.split('/').slice(1)
  const name = path.at(-1) ?? file
  return {
    entry: { slug: name, name, folder: path.slice(0, -1), file, kind: 'broken', isBroken: true, isPublished: true },
    broken,
  }
}

function reportEntry({ key, name, place }: Entity<'report'>, { sources }: ParsedTree): Listed {
  return {
    entry: {
      ...{ slug: key, name, folder: place.folder ?? [], isPublished: true },
      file: sources.get(key)?.document.file ?? '',
      kind: 'REPORT',
    },
  }
}
