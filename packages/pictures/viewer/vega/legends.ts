import { largest } from '@boardwright/common'
import type { Spec, View } from 'vega'
import type { Theme } from '../look/look.ts'

/** The room for a legend's symbol, its gaps and the distance to the next label. */
const BESIDE_LABEL = 24
const ROW = 15
/** The least height that a legend leaves for the chart, which has at least half of it. */
const PLOT = 120
const NARROWEST = 40
const EDGE = 4

/** The width of a label in that font. */
export type WidthOf = (text: string, font: string) => number

interface Legend {
  readonly orient?: string
  readonly columns?: unknown
  readonly type?: string
  readonly labelLimit?: unknown
  readonly [scale: string]: unknown
}

const SCALES = ['fill', 'stroke', 'shape', 'size', 'opacity', 'strokeDash', 'strokeWidth'] as const
const signalsOf = (index: number) => ({ columns: `bw_columns_${index}`, limit: `bw_limit_${index}` })

/** Legends above and below a chart get as many columns as fit, and no more rows than fit. */
export function wrapLegends(
  spec: Spec,
  orient: string,
  widthOf: WidthOf,
): { readonly spec: Spec; readonly arrange: Arrange } {
  const legends = (spec.legends ?? []) as unknown as readonly Legend[]
  const wrapped = legends.flatMap((legend, index) => {
    const isAcross = ['top', 'bottom'].includes(legend.orient ?? orient)
    return isAcross && legend.columns === undefined && legend.type !== 'gradient' ? [index] : []
  })
  if (wrapped.length === 0) return { spec, arrange: () => false }
  const signals = wrapped.flatMap((index) => {
    const { columns, limit } = signalsOf(index)
    return [
      { name: columns, value: 0 },
      { name: limit, value: 30 },
    ]
  })
  return {
    spec: {
      ...spec,
      signals: [...(spec.signals ?? []), ...signals],
      legends: legends.map((legend, index) => {
        if (!wrapped.includes(index)) return legend
        const { columns, limit } = signalsOf(index)
        return { symbolLimit: { signal: limit }, ...legend, columns: { signal: columns } }
      }),
    } as Spec,
    arrange: (view, room, theme) =>
      wrapped.some((index) => arrange(view, legends[index] ?? {}, index, room, (text) => widthOf(text, theme.font))),
  }
}

/** Returns true if the chart has to be drawn again. */
type Arrange = (view: View, room: { readonly width: number; readonly height: number }, theme: Theme) => boolean

function arrange(
  view: View,
  legend: Legend,
  index: number,
  { width: room, height }: { readonly width: number; readonly height: number },
  widthOf: (text: string) => number,
): boolean {
  // The legend begins where the axis does.
  const width = room - Math.max(0, view.origin()[0] ?? 0) - EDGE
  const labels = domainOf(view, legend).map((value) => widthOf(String(value)))
  const widest = Math.min(Math.max(NARROWEST, width - BESIDE_LABEL), largest([...labels, NARROWEST]))
  const columns = Math.max(1, Math.floor(width / (widest + BESIDE_LABEL)))
  const isOneRow = labels.reduce((sum, label) => sum + label + BESIDE_LABEL, 0) <= width
  const rows = Math.max(1, Math.floor(Math.min(height - PLOT, height / 2) / ROW))
  const wanted = { columns: isOneRow ? 0 : columns, limit: isOneRow ? labels.length : Math.max(2, rows * columns) }
  const names = signalsOf(index)
  const isNew = view.signal(names.columns) !== wanted.columns || view.signal(names.limit) !== wanted.limit
  if (isNew) view.signal(names.columns, wanted.columns).signal(names.limit, wanted.limit)
  return isNew
}

function domainOf(view: View, legend: Legend): readonly unknown[] {
  const name = SCALES.map((key) => legend[key]).find((each) => typeof each === 'string')
  if (typeof name !== 'string') return []
  const scale: { readonly domain?: () => readonly unknown[] } = view.scale(name)
  return scale.domain?.() ?? []
}
