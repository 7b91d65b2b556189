import { specOf } from '@boardwright/common'
import { sankey, sankeyJustify, sankeyLeft, sankeyLinkHorizontal, sankeyRight } from 'd3-sankey'
import { columnFor } from '../data/columns.ts'
import { formatCell } from '../data/format.ts'
import { mapAt, numberAt, textAt } from '../data/free.ts'
import { numberIn, type Rows } from '../data/rows.ts'
import { readColour } from '../look/colour.ts'
import { type Shape, shape } from '../shape.ts'
import { Told } from '../told.ts'
import type { About } from './about.ts'

interface Node {
  readonly name: string
}
interface Flow {
  readonly source: string
  readonly target: string
  readonly value: number
}

const MOST_FLOWS = 300
const EDGE = 6
const ALIGN = { justify: sankeyJustify, left: sankeyLeft, right: sankeyRight } as const

export interface Flows {
  readonly draw: (width: number, height: number) => Shape
  /** What the diagram leaves out, if anything. */
  readonly note: string | undefined
}

/** The flows of a report. Returns a text if there are none: the reason. */
export function sankeyOf(about: About, { rows }: Rows): Flows | string {
  const spec = specOf(about.report ?? { spec: undefined })
  const [source, target, value] = ['source', 'target', 'value'].map((key) => textAt(spec, key) ?? key)
  const negative = rows.filter((row) => (numberIn(row, value ?? '') ?? 0) < 0).length
  const flows = merge(
    rows.flatMap((row): Flow[] => {
      const amount = numberIn(row, value ?? '')
      const [from, to] = [row[source ?? ''], row[target ?? '']]
      return amount === undefined || amount <= 0 || from == null || to == null
        ? []
        : [{ source: String(from), target: String(to), value: amount }]
    }),
  ).slice(0, MOST_FLOWS)
  if (flows.length === 0)
    return negative === 0 ? 'No flows.' : 'No flows: a Sankey diagram cannot show negative numbers.'
  if (isCircular(flows)) throw new Told('These flows lead in a circle: a Sankey diagram cannot show them.')
  const left = negative === 1 ? '1 row is' : `${negative} rows are`
  return {
    draw: (width, height) => diagram(flows, spec, about, width, height),
    note: negative === 0 ? undefined : `A Sankey diagram cannot show negative numbers: ${left} left out.`,
  }
}

const LETTER = 6.5

const shortened = (text: string, room: number): string =>
  text.length * LETTER <= room ? text : `${text.slice(0, Math.max(1, Math.floor(room / LETTER) - 1))}…`

function merge(flows: readonly Flow[]): Flow[] {
  const sums = new Map<string, Flow>()
  for (const flow of flows) {
    const key = `${flow.source}\n${flow.target}`
    sums.set(key, { ...flow, value: flow.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()].sort((a, b) => b.value - a.value)
}

function isCircular(flows: readonly Flow[]): boolean {
  const rest = new Set(flows)
  for (;;) {
    const targets = new Set([...rest].map(({ target }) => target))
    const free = [...rest].filter(({ source }) => !targets.has(source))
    if (free.length === 0) return rest.size > 0
    for (const flow of free) rest.delete(flow)
  }
}

function diagram(
  flows: readonly Flow[],
  spec: unknown,
  { stage, name, report }: About,
  width: number,
  height: number,
): Shape {
  const names = [...new Set(flows.flatMap((flow) => [flow.source, flow.target]))]
  const layout = sankey<Node, Flow>()
    .nodeId((node) => node.name)
    .nodeAlign(ALIGN[(textAt(spec, 'align') ?? 'justify') as keyof typeof ALIGN] ?? sankeyJustify)
    .nodeWidth(Math.min(40, Math.max(2, numberAt(spec, 'nodeWidth') ?? 14)))
    .nodePadding(Math.min(40, Math.max(1, numberAt(spec, 'nodePadding') ?? 10)))
    .extent([
      [1, EDGE],
      [width - 1, height - EDGE],
    ])
  const { nodes, links } = layout({
    nodes: names.map((each) => ({ name: each })),
    links: flows.map((flow) => ({ ...flow })),
  })
  const chosen = mapAt(spec, 'colors')
  const colourOf = (node: string): string => {
    const own = chosen[node]
    return typeof own === 'string' && readColour(own)
      ? own
      : (stage.theme.palette[names.indexOf(node) % stage.theme.palette.length] ?? stage.theme.accent)
  }
  const column = report ? columnFor(textAt(spec, 'value') ?? 'value', report, stage.scene, 'number') : undefined
  const show = (value: number): string =>
    column ? formatCell(Math.round(value), column, stage.formats) : String(value)
  const called = (node: string): string => textAt(mapAt(spec, 'labels'), node) ?? node
  const path = sankeyLinkHorizontal<Node, Flow>()
  const nameOf = (node: unknown): string => (node as Node).name
  return shape(
    'svg',
    {
      class: 'bw-sankey',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${name}: flows between ${names.length} groups`,
    },
    shape(
      'g',
      { class: 'bw-sankey-links' },
      ...links.map((link) => {
        const source = nameOf(link.source)
        return shape(
          'path',
          { d: path(link) ?? '', 'stroke-width': Math.max(1, link.width ?? 1), stroke: colourOf(source) },
          shape('title', {}, `${called(source)} → ${called(nameOf(link.target))}: ${show(link.value)}`),
        )
      }),
    ),
    ...nodes.map((node) => {
      const [x0, x1, y0, y1] = [node.x0 ?? 0, node.x1 ?? 0, node.y0 ?? 0, node.y1 ?? 0]
      const isLast = x1 > width * 0.7
      const box = shape(
        'rect',
        { x: x0, y: y0, width: x1 - x0, height: Math.max(1, y1 - y0), rx: 2, fill: colourOf(node.name) },
        shape('title', {}, `${called(node.name)}: ${show(node.value ?? 0)}`),
      )
      return shape(
        'g',
        {},
        box,
        shape(
          'text',
          { x: isLast ? x0 - 6 : x1 + 6, y: (y0 + y1) / 2, dy: '0.35em', 'text-anchor': isLast ? 'end' : 'start' },
          shortened(called(node.name), width / 2),
        ),
      )
    }),
  )
}
