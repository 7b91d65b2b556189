import { type Entity, isOfKind } from '../content/entity.ts'
import { cellHolder, gridColumns } from '../content/grid.ts'
import { isKind, type Key } from '../content/kinds.ts'
import type { Dashboard, Own, Widget } from '../content/model.ts'
import { isMissing } from '../content/references.ts'
import type { Undecided } from './decided.ts'
import type { Box, Drawing, PlannedObject } from './plan-file.ts'

type Find = (reference: string) => { readonly name: string; readonly own: Own['report'] } | undefined

/** A dashboard before and after, as boxes. Undefined if neither has widgets, as with an app. */
export function drawingOf(
  before: Dashboard | undefined,
  after: Dashboard | undefined,
  find: Find,
): Drawing | undefined {
  const boxes = (dashboard: Dashboard | undefined): Box[] =>
    (dashboard?.widgets ?? []).map((widget) => boxOf(widget, find))
  const drawing = {
    columns: gridColumns(after ?? before ?? { widgets: [] }),
    before: boxes(before),
    after: boxes(after),
  }
  return drawing.before.length + drawing.after.length === 0 ? undefined : drawing
}

/** What viewers see of a dashboard: live, and after a change. */
export function drawingWith({ compared }: Undecided, key: Key, after: Entity | undefined): { drawing?: Drawing } {
  const { desired, live } = compared
  const [before, then] = [live.get(key), after].map((each) =>
    each && isOfKind(each, 'workbook') ? each.whole().dashboard : undefined,
  )
  if (!isKind(key, 'workbook')) return {}
  const find: Find = (reference) => desired.get(reference as Key<'report'>) ?? live.get(reference as Key<'report'>)
  const drawing = drawingOf(before, then, find)
  return drawing ? { drawing } : {}
}

export function layoutDrawing({ action, drawing }: Pick<PlannedObject, 'action' | 'drawing'>): Drawing | undefined {
  if (drawing === undefined || action !== 'update') return undefined
  const isSame = JSON.stringify(drawing.before.map(placeOf)) === JSON.stringify(drawing.after.map(placeOf))
  return isSame ? undefined : drawing
}

const placeOf = ({ id, x, y, w, h, parent }: Box) => [id, x, y, w, h, parent]

function boxOf(widget: Widget, find: Find): Box {
  const { id, type, position, report } = widget
  const { x, y, w, h } = position
  const holder = cellHolder(widget).trim()
  const found = report === undefined ? undefined : find(report)
  return {
    ...{ id, type, label: labelOf(widget, (reference) => find(reference)?.name ?? reference) },
    ...(found === undefined ? {} : { report }),
    ...(found?.own.kind === undefined ? {} : { shows: found.own.kind }),
    // In this order, whatever the order in the file.
    ...{ x, y, w, h },
    ...(holder === '' ? {} : { parent: holder }),
  }
}

const LONGEST = 60
const MOST_READ = 2_000

/** The first line of a Markdown text with a letter or digit in it, without markup. */
function firstWords(markdown: unknown): string | undefined {
  if (typeof markdown !== 'string') return undefined
  const lines = markdown
    .slice(0, MOST_READ)
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/<[^<>]*>|[#*_`>|~]+|^\s*[-+]\s|!?\[|\]\((?:[^()]|\([^()]*\))*\)/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  const line = lines.find((each) => /[\p{L}\p{N}]/u.test(each))
  return line === undefined ? undefined : shortened(line)
}

const shortened = (line: string): string =>
  line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`

/** The widget's title, or else the first words of its text, its report, or its type. */
export function labelOf({ id, type, report, config }: Widget, nameOf: (reference: string) => string): string {
  for (const key of ['title', 'name', 'label', 'text']) {
    const text = config?.[key]
    if (typeof text === 'string' && text.trim() !== '') return shortened(text.trim().split('\n')[0] ?? id)
  }
  const words = firstWords(config?.['markdown'] ?? config?.['content'])
  if (words !== undefined) return words
  if (report === undefined) return `${type.toLowerCase()} ${id}`
  return isMissing(report) ? 'a deleted report' : nameOf(report)
}
