import { isMap } from '@boardwright/common'
import type { CodeMember, CodePart, WidgetCode } from '@boardwright/pictures'
import { isKind, type Key } from '../../content/kinds.ts'
import { type Report, type Widget, workbookKey } from '../../content/model.ts'
import { queriesOf, queryUses } from '../../content/query-uses.ts'
import { type Document, wholeDocument } from '../../serialize/documents.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { pageOf } from '../decide/pages.ts'

type PlaceOfMember = (name: string) => CodeMember

/** Where a widget of a page is written: in its dashboard, in its reports, and in the data model. */
export function codeOfWidget(
  tree: ParsedTree,
  placeOf: PlaceOfMember,
  slug: string,
  id: string,
): WidgetCode | undefined {
  const widget = pageOf(tree.content, slug)?.dashboard?.widgets.find((each) => each.id === id)
  if (!widget) return undefined
  const reports = reportsIn(widget).map((key) => ({
    document: tree.sources.get(key)?.document,
    report: tree.content.get(key)?.whole(),
  }))
  const board = isKind(slug, 'report') ? undefined : tree.dashboards.get(workbookKey(slug))?.document
  return {
    parts: [
      ...(board ? widgetPart(wholeDocument(board), id) : []),
      ...reports.flatMap(({ document }) => (document ? reportParts(wholeDocument(document)) : [])),
    ],
    members: membersIn(reports.flatMap(({ report }) => report ?? [])).map(placeOf),
  }
}

const reportsIn = ({ report, reports = [] }: Widget): Key<'report'>[] =>
  [...new Set([report, ...reports])].flatMap((each) => (each !== undefined && isKind(each, 'report') ? [each] : []))

/** Undefined if an overlay adds the widget. */
function widgetPart({ file, text, value, placeOf }: Document, id: string): CodePart[] {
  const widgets: unknown[] = isMap(value) && Array.isArray(value['widgets']) ? value['widgets'] : []
  const index = widgets.findIndex((each) => isMap(each) && each['id'] === id)
  const line = index < 0 ? undefined : placeOf(['widgets', index], 'value').at.line
  return line === undefined ? [] : [{ what: 'widget', file, line, text: blockAt(text, line) }]
}

function reportParts({ file, text, sides }: Document): CodePart[] {
  const beside = Object.values(sides).map((side): CodePart => ({ what: 'beside', ...side, line: 1 }))
  return [{ what: 'report', file, text, line: 1 }, ...beside]
}

/** A line, and those that belong to it because they are further in. */
function blockAt(text: string, line: number): string {
  const [first = '', ...rest] = text.split('\n').slice(line - 1)
  const inset = (each: string): number => each.search(/\S/)
  const end = rest.findIndex((each) => each.trim() !== '' && inset(each) <= inset(first))
  const block = [first, ...(end < 0 ? rest : rest.slice(0, end))]
  return block
    .map((each) => each.slice(Math.max(0, inset(first))))
    .join('\n')
    .trimEnd()
}

const membersIn = (reports: readonly Report[]): string[] => [
  ...new Set(
    reports.flatMap(({ definition }) =>
      queriesOf(definition).flatMap(({ query }) => queryUses(query).map(({ member }) => member)),
    ),
  ),
]
