import { ofKind } from '../content/entity.ts'
import { isKind } from '../content/kinds.ts'
import type { FreeForm } from '../content/model.ts'
import { digestsOfDashboard, digestsOfDefinition } from '../content/unit-digests.ts'
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
  const asRead = (value: FreeForm) => ({ value, digests: '', names: [] })

  for (const [key, source] of sources) if (!isKind(key, 'report')) add(source, asRead)
  for (const { key, whole } of ofKind(content, 'report')) {
    add(sources.get(key), (value) => ({
      value: Object.fromEntries(OF_REPORT.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))),
      digests: digestsOfDefinition(whole().definition),
      names: [],
    }))
  }
  for (const { key, whole } of ofKind(content, 'workbook')) {
    add(dashboards.get(key), () => {
      const { dashboard } = whole()
      return {
        value: {},
        digests: dashboard ? digestsOfDashboard(dashboard) : '',
        names: [...(names.get(key) ?? [])],
      }
    })
  }
  return summaries
}

export const isOfOneDirectory = ({ file, sides }: Document): boolean =>
  Object.values(sides).every((side) => directoryOf(side.file) === directoryOf(file))
