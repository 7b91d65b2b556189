import { sankey, sankeyJustify, sankeyLeft, sankeyLinkHorizontal, sankeyRight } from 'd3-sankey'
import { columnFor } from '../data/columns.ts'
import { formatCell } from '../data/format.ts'
import { mapAt, numberAt, textAt } from '../data/free.ts'
import { numberIn } from '../data/rows.ts'
import { specOf } from '../data/spec.ts'
import { make, makeSvg, style } from '../dom.ts'
import { readColour } from '../look/colour.ts'
import { type Draw, type Given, Told } from './context.ts'
import { rowsFor } from './rows-for.ts'

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

export const drawSankey: Draw = async (body, given) => {
  const { report } = given
  if (!report) return undefined
  const { rows } = await rowsFor(given)
  const spec = specOf(report)
  const [source, target, value] = ['source', 'target', 'value'].map((key) => textAt(spec, key) ?? key)
  const flows = merge(
    rows.flatMap((row): Flow[] => {
      const amount = numberIn(row, value ?? '')
      const [from, to] = [row[source ?? ''], row[target ?? '']]
      return amount === undefined || amount <= 0 || from == null || to == null
        ? []
        : [{ source: String(from), target: String(to), value: amount }]
    }),
  ).slice(0, MOST_FLOWS)
  if (flows.length === 0) {
    body.append(make('p', { class: 'bw-empty' }, 'No flows.'))
    return undefined
  }
  if (isCircular(flows)) throw new Told('These flows lead in a circle: a Sankey diagram cannot show them.')
  body.classList.add('bw-filled')
  const redraw = (): void => {
    const { clientWidth, clientHeight } = body
    if (clientWidth > 20 && clientHeight > 20)
      body.replaceChildren(diagram(flows, spec, given, clientWidth, clientHeight))
  }
  const watch = new ResizeObserver(redraw)
  watch.observe(body)
  redraw()
  return () => watch.disconnect()
}

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
  { stage, name, report }: Given,
  width: number,
  height: number,
): SVGElement {
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
  return makeSvg(
    'svg',
    {
      class: 'bw-sankey',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `${name}: flows between ${names.length} groups`,
    },
    makeSvg(
      'g',
      { class: 'bw-sankey-links' },
      ...links.map((link) => {
        const flow = makeSvg(
          'path',
          { d: path(link) ?? '', 'stroke-width': Math.max(1, link.width ?? 1) },
          makeSvg('title', {}, `${called(nameOf(link.source))} → ${called(nameOf(link.target))}: ${show(link.value)}`),
        )
        return style(flow, { stroke: colourOf(nameOf(link.source)) })
      }),
    ),
    ...nodes.map((node) => {
      const [x0, x1, y0, y1] = [node.x0 ?? 0, node.x1 ?? 0, node.y0 ?? 0, node.y1 ?? 0]
      const isLast = x1 > width * 0.7
      const box = style(
        makeSvg(
          'rect',
          { x: x0, y: y0, width: x1 - x0, height: Math.max(1, y1 - y0), rx: 2 },
          makeSvg('title', {}, `${called(node.name)}: ${show(node.value ?? 0)}`),
        ),
        { fill: colourOf(node.name) },
      )
      return makeSvg(
        'g',
        {},
        box,
        makeSvg(
          'text',
          { x: isLast ? x0 - 6 : x1 + 6, y: (y0 + y1) / 2, dy: '0.35em', 'text-anchor': isLast ? 'end' : 'start' },
          called(node.name),
        ),
      )
    }),
  )
}
