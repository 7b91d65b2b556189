import { mapAt, mapsAt } from '../data/free.ts'
import type { Row } from '../data/rows.ts'
import type { WidthOf } from './legends.ts'

/** More names than this are never level: nobody reads them. */
const MOST = 40
const BETWEEN = 12

/**
 * Whether names below a chart are level, as an expression for its axis: where all of them fit side by side, at any
 * width. Undefined if the chart has no such names, or too many.
 */
export function areNamesLevel(
  spec: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  { widthOf, font }: { readonly widthOf: WidthOf; readonly font: string },
): string | undefined {
  const field = namesBelow(spec)
  if (field === undefined) return undefined
  const names = new Set(rows.map((row) => String(row[field] ?? '')))
  if (names.size === 0 || names.size > MOST) return undefined
  const widest = Math.max(...[...names].map((name) => widthOf(name, font)))
  return `width / ${names.size} > ${Math.ceil(widest) + BETWEEN}`
}

/** The column whose values are the names on the horizontal axis. */
function namesBelow(spec: Readonly<Record<string, unknown>>): string | undefined {
  for (const each of [spec, ...mapsAt(spec, 'layer')]) {
    const x = mapAt(mapAt(each, 'encoding'), 'x')
    if ((x['type'] !== 'nominal' && x['type'] !== 'ordinal') || x['timeUnit'] !== undefined) continue
    if (typeof x['field'] === 'string') return x['field'].replaceAll(/\\(.)/g, '$1')
  }
  return undefined
}
