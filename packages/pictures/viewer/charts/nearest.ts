import type { Item, View } from 'vega'
import { isMap } from '../data/free.ts'
import type { Row } from '../data/rows.ts'
import type { Shape } from '../shape.ts'

export type Pointed = Item & { readonly tooltip?: unknown }

/** A point of a line or an area, in the drawing's pixels. */
export interface Near {
  readonly item: Pointed
  readonly x: number
  readonly y: number
}

interface Group {
  readonly items: readonly Drawn[]
}
interface Drawn {
  readonly marktype: string
  readonly role: string
  readonly items: readonly (Item & Group & { readonly defined?: boolean; readonly x?: number; readonly y?: number })[]
}

/** Whether it stands for many points. */
export const isLine = (item: Item): boolean => /^(line|area|trail)$/.test(item.mark.marktype)

const pointsIn = ({ items }: Group, left: number, top: number): Near[] =>
  items.flatMap(({ marktype, role, items: all }) =>
    marktype === 'group'
      ? all.flatMap((each) => pointsIn(each, left + (each.x ?? 0), top + (each.y ?? 0)))
      : role === 'mark'
        ? all.flatMap((item) =>
            isLine(item) && item.defined !== false ? [{ item, x: left + (item.x ?? 0), y: top + (item.y ?? 0) }] : [],
          )
        : [],
  )

/** Where a chart's own pixels begin in its drawing, and how tall its plot is: 0 if it has several. */
function plotOf(view: View) {
  const [x = 0, y = 0] = view.origin()
  const { left, top } = view.padding() as { readonly left: number; readonly top: number }
  return { left: left + x, top: top + y, height: view.height() }
}

/** Beyond its ends, a line is not meant. */
const BESIDE = 12

/** The point of a chart's lines that is nearest across, and of several there the nearest. */
export function nearestIn(view: View, x: number, y: number): Near | undefined {
  const { root } = view.scenegraph() as unknown as { readonly root: Drawn }
  const { left, top, height } = plotOf(view)
  if (height > 0 && (y < top || y > top + height)) return undefined
  const points = root.items.flatMap((each) => pointsIn(each, left, top))
  const far = (point: Near): readonly [number, number] => [Math.abs(point.x - x), Math.abs(point.y - y)]
  const [nearest] = points.toSorted((one, other) => {
    const [[a, c], [b, d]] = [far(one), far(other)]
    return Math.round(a) - Math.round(b) || c - d
  })
  const isBeside = points.every((point) => point.x < x - BESIDE) || points.every((point) => point.x > x + BESIDE)
  return isBeside ? undefined : nearest
}

/** Its mark in the drawing: a rule through the plot, and a dot on the line. */
export function markOf(view: View, near: Near | undefined, line: string): Shape {
  const { top, height } = plotOf(view)
  const { x, y, item } = near ?? { x: 0, y: 0 }
  const { stroke, fill } = (item ?? {}) as { readonly stroke?: unknown; readonly fill?: unknown }
  const colour = [stroke, fill].find((each) => typeof each === 'string' && each !== 'transparent') ?? line
  const shapes: Shape[] = [
    { tag: 'line', attributes: { x1: x, x2: x, y1: top, y2: top + height, stroke: line }, children: [] },
    { tag: 'circle', attributes: { cx: x, cy: y, r: 4, fill: String(colour) }, children: [] },
  ]
  return { tag: 'g', attributes: { 'data-near': '', 'pointer-events': 'none' }, children: near ? shapes : [] }
}

/** A line or an area stands for all of its points. */
export const rowsOf = (item: Item): readonly Row[] => (isLine(item) ? item.mark.items : [item]).map(rowOf)

const rowOf = ({ datum }: { readonly datum?: unknown }): Row => (isMap(datum) ? (datum as Row) : {})

/** A click on a line, or beside it, is one on the point that is marked. */
export function pickedBy(item: Item | null | undefined, near: Near | undefined): readonly Row[] {
  const mark = item?.mark.role === 'mark' ? item : undefined
  return near && !(mark && !isLine(mark)) ? [rowOf(near.item)] : mark ? rowsOf(mark) : []
}
