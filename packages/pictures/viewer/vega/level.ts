import { mapAt, mapsAt } from '../data/free.ts'
import type { Row } from '../data/rows.ts'
import type { WidthOf } from './legends.ts'

/** More names than this are never level: nobody reads them. */
const MOST = 40
const BETWEEN = 12

/**
 * The angle of names below a chart, for the configuration of an axis: level where all of them fit side by side, at any
 * width. Undefined if the chart has no such names, or too many.
 */
export function angleOfNames(
  spec: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  { widthOf, font }: { readonly widthOf: WidthOf; readonly font: string },
): { readonly signal: string } | undefined {
  const field = namesBelow(spec)
  if (field === undefined) return undefined
  const names = new Set(rows.map((row) => String(row[field] ?? '')))
  if (names.size === 0 || names.size > MOST) return undefined
  const widest = Math.max(...[...names].map((name) => widthOf(name, font)))
  return { signal: `width / ${names.size} > ${Math.ceil(widest) + BETWEEN} ? 0 : 270` }
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
