import { isKind } from '../content/kinds.ts'
import { type FreeForm, reportKey, workbookKey } from '../content/model.ts'
import { digestsOfDashboard, digestsOfDefinition, isSummary } from '../content/summary.ts'
import { type Document, type DocumentSummary, wholeDocument } from './documents.ts'
import { directoryOf } from './layout.ts'
import type { ParsedTree } from './parse.ts'
import { type Source, valueIn } from './source.ts'

const OF_REPORT = ['id', 'ids', 'folder', 'name', 'kind', 'source']

/** The summaries of a valid tree, by file. */
export function summariesOf(
  { content, sources, dashboards, names }: ParsedTree,
  usedIn: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, DocumentSummary> {
  const summaries = new Map<string, DocumentSummary>()
  const add = (source: Source | undefined, make: (value: FreeForm) => Omit<DocumentSummary, 'kind' | 'uses'>): void => {
    if (!source) return
    const { document } = source
    if (source.summary) summaries.set(document.file, source.summary)
    else if (isOfOneDirectory(wholeDocument(document))) {
      const uses = [...(usedIn.get(document.file) ?? [])]
      summaries.set(document.file, { kind: document.kind, ...make(valueIn(source) as FreeForm), uses })
    }
  }
  const whole = (value: FreeForm) => ({ value, digests: '', names: [] })

  for (const [key, source] of sources) if (!isKind(key, 'report')) add(source, whole)
  for (const report of content.reports) {
    add(sources.get(reportKey(report.id)), (value) => ({
      value: Object.fromEntries(OF_REPORT.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))),
      digests: isSummary(report) ? '' : digestsOfDefinition(report.definition),
      names: [],
    }))
  }
  for (const workbook of content.workbooks) {
    const key = workbookKey(workbook.slug)
    add(dashboards.get(key), () => ({
      value: {},
      digests: !isSummary(workbook) && workbook.dashboard ? digestsOfDashboard(workbook.dashboard) : '',
      names: [...(names.get(key) ?? [])],
    }))
  }
  return summaries
}

export const isOfOneDirectory = ({ file, sides }: Document): boolean =>
  Object.values(sides).every((side) => directoryOf(side.file) === directoryOf(file))
