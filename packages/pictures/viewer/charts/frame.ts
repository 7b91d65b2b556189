import './letters.ts'
import './powers.ts'
import type { Item, View } from 'vega'
import type { SceneReport } from '../../scene.ts'
import type { Picked } from '../data/choices.ts'
import { isMap, textAt } from '../data/free.ts'
import { textOf } from '../data/periods.ts'
import type { Row } from '../data/rows.ts'
import type { Shape } from '../shape.ts'
import { Told } from '../told.ts'
import { widthOnPage } from '../vega/pen.ts'
import { chartOf, openChart } from '../vega/view.ts'
import { isLine, markOf, type Near, nearestIn, type Pointed, pickedBy, rowsOf } from './nearest.ts'
import type { Asked, Hand, Said, Size, Wanted } from './talk.ts'

/** Draws the charts of a page. Its headers and its sandbox give it no origin, no network and nowhere to go. */

interface Chart {
  readonly holder: HTMLElement
  readonly report: SceneReport
  readonly found: NonNullable<ReturnType<typeof chartOf>>
  picked: readonly Picked[]
  /** What is drawn over it: nothing until somebody has pointed at a line. */
  over: Shape | undefined
  show: () => Promise<void>
  resize: (size: Size) => void
  end: () => void
}

const charts = new Map<number, Chart>()
const say = (said: Said, transfer: Transferable[] = []): void =>
  window.parent.postMessage({ boardwright: 1, ...said }, '*', transfer)

const DO: { readonly [A in Asked['ask']]: (asked: Extract<Asked, { ask: A }>) => void | Promise<void> } = {
  'there?': () => say({ say: 'ready' }),
  look({ id, report, rows }) {
    const found = chartOf(report, rows)
    const idle = { show: async () => undefined, resize: () => undefined, end: () => undefined }
    if (found) charts.set(id, { holder: holder(), report, found, picked: [], over: undefined, ...idle })
    const { fault, spec, rows: shown } = found ?? { fault: undefined, spec: {}, rows }
    say({ say: 'looked', id, fault, kind: kindOf(spec), count: shown.rows.length, isEmpty: found === undefined })
  },
  async draw({ id, wanted }) {
    const chart = charts.get(id)
    if (chart) await draw(id, chart, wanted)
  },
  size: ({ id, size }) => charts.get(id)?.resize(size),
  async pick({ id, picked }) {
    const chart = charts.get(id)
    if (!chart) return
    chart.picked = picked
    await chart.show()
  },
  hand({ id, hand }) {
    const chart = charts.get(id)
    if (chart && isHeld(chart, hand)) say({ say: 'holds', id, type: hand.type })
  },
  close({ id }) {
    charts.get(id)?.end()
    charts.get(id)?.holder.remove()
    charts.delete(id)
  },
}

function holder(): HTMLElement {
  const element = document.createElement('div')
  document.body.append(element)
  return element
}

async function draw(id: number, chart: Chart, { size, theme, locale, config, isMany }: Wanted): Promise<void> {
  const { report, found, holder } = chart
  await document.fonts?.ready
  const { view, resize } = await openChart(
    { report, spec: found.spec, rows: found.rows, size, theme, locale, config, widthOf: widthOnPage },
    {
      renderer: isMany ? 'canvas' : 'svg',
      container: holder,
      hover: true,
      // There is no item where a drawing that failed is cleared away.
      tooltip: (_, __, item: Item | null, value) =>
        (item && isLine(item)) || say({ say: 'tip', id, value: plain(value) }),
    },
  )
  const pointed = pointAtLines(id, chart, view, theme.faint)
  view.addEventListener('click', (_, item) => say({ say: 'picked', id, rows: pickedBy(item, pointed()).map(plainRow) }))
  chart.end = () => view.finalize()
  chart.resize = (room) => void resize(room)
  chart.show = showOf(id, chart)
  whenDrawn(view, chart.show)
  await chart.show()
  say({ say: 'opened', id })
}

/**
 * Says which point of a line is nearest to the pointer, and marks it, unless the pointer is on something else. Returns
 * what is marked.
 */
function pointAtLines(id: number, chart: Chart, view: View, colour: string): () => Near | undefined {
  let last: Near | undefined
  const point = (near: Near | undefined, isElsewhere: boolean): void => {
    if (near || (last && !isElsewhere)) say({ say: 'tip', id, value: plain(near?.item.tooltip) })
    if (near?.item !== last?.item) {
      chart.over = markOf(view, near, colour)
      void chart.show()
    }
    last = near
  }
  let leaving = 0
  chart.holder.addEventListener('mousemove', ({ target, clientX, clientY }) => {
    window.clearTimeout(leaving)
    const drawing = chart.holder.querySelector('svg, canvas')
    const item = target instanceof Element ? itemOf(target) : undefined
    const isElsewhere = item !== undefined && !isLine(item) && item.tooltip != null
    const { left, top } = drawing?.getBoundingClientRect() ?? { left: 0, top: 0 }
    point(isElsewhere ? undefined : nearestIn(view, clientX - left, clientY - top), isElsewhere)
  })
  // From one shape to the next, too.
  chart.holder.addEventListener('mouseout', () => {
    leaving = window.setTimeout(() => point(undefined, false))
  })
  return () => last
}

/** Calls back after each drawing. The chart library has no event for that. */
function whenDrawn(view: View, run: () => Promise<void>): void {
  const renderer = (view as unknown as { readonly _renderer: { render: (...args: unknown[]) => unknown } })._renderer
  const render = renderer.render.bind(renderer)
  let isDue = false
  renderer.render = (...args) => {
    if (!isDue) {
      isDue = true
      setTimeout(() => {
        isDue = false
        void run()
      })
    }
    return render(...args)
  }
}

/** Sends the drawing, if it is another one than the last. */
function showOf(id: number, chart: Chart): () => Promise<void> {
  let last: string | undefined
  return async () => {
    const drawn = chart.holder.querySelector<SVGSVGElement | HTMLCanvasElement>(':scope > svg, :scope > canvas')
    if (drawn instanceof SVGSVGElement) {
      const plain = shapeOf(drawn, (item) => isFaded(item, chart.picked))
      const shape = chart.over ? { ...plain, children: [...plain.children, chart.over] } : plain
      const text = JSON.stringify(shape)
      if (text !== last) say({ say: 'drawn', id, drawing: { shape } })
      last = text
    } else if (drawn && drawn.width > 0 && drawn.height > 0) {
      const pixels = await createImageBitmap(drawn)
      const [width, height] = [drawn.width / window.devicePixelRatio, drawn.height / window.devicePixelRatio]
      say({ say: 'drawn', id, drawing: { pixels, width, height } }, [pixels])
    }
  }
}

const shapeOf = (element: Element, isFaded: (item: Item) => boolean): Shape => {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const item = itemOf(element)
  return {
    tag: element.tagName,
    attributes: item && isFaded(item) ? { ...attributes, 'data-faded': '' } : attributes,
    children: [...element.childNodes].flatMap((node): readonly (Shape | string)[] =>
      node instanceof Element ? [shapeOf(node, isFaded)] : node instanceof Text ? [node.data] : [],
    ),
  }
}

/** What the chart library draws with this element. It notes that there. */
const itemOf = (element: Element): Pointed | undefined => {
  const item = (element as { readonly __data__?: unknown }).__data__
  return isMap(item) && isMap(item['mark']) && item['mark']['role'] === 'mark'
    ? (item as unknown as Pointed)
    : undefined
}

/** Whether it stands for something else than what was picked. What has no such field stands for all. */
const isFaded = (item: Item, picked: readonly Picked[]): boolean =>
  picked.length > 0 &&
  rowsOf(item).every((row) =>
    picked.some(({ column, value }) => row[column] !== undefined && textOf(row[column], value) !== value),
  )

/** Repeats here what was done to the drawing on the page. Returns whether the chart wants it for itself. */
function isHeld({ holder }: Chart, { type, path, init }: Hand): boolean {
  const root = holder.querySelector(':scope > svg, :scope > canvas')
  const target = path.reduce<Element | null | undefined>((at, index) => at?.children[index], root) ?? root
  if (!root || !target) return false
  const { left, top } = root.getBoundingClientRect()
  const [x, y] = [left + Number(init['x']), top + Number(init['y'])]
  const all = { ...init, clientX: x, clientY: y, bubbles: true, cancelable: true, view: window }
  const event =
    type === 'wheel'
      ? new WheelEvent(type, all)
      : /^pointer/.test(type)
        ? new PointerEvent(type, all)
        : new MouseEvent(type, all)
  return !target.dispatchEvent(event)
}

/** A value that can be sent: without functions and whatever else only this page has. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? 'null')
const plainRow = (row: Row): Row => plain(row) as Row

const MARKS: Readonly<Record<string, string>> = {
  bar: 'bar chart',
  line: 'line chart',
  area: 'area chart',
  point: 'points',
  circle: 'points',
  rect: 'heat map',
  arc: 'pie chart',
  tick: 'ticks',
  rule: 'rules',
}

function kindOf(spec: Readonly<Record<string, unknown>>): string {
  const layers = Array.isArray(spec['layer']) ? spec['layer'].filter(isMap) : [spec]
  const names = layers.map(
    ({ mark }) => MARKS[(isMap(mark) ? textAt(mark, 'type') : typeof mark === 'string' ? mark : '') ?? ''],
  )
  return names.find((each) => each !== undefined) ?? 'chart'
}

async function answer(asked: Asked): Promise<void> {
  try {
    await DO[asked.ask](asked as never)
  } catch (cause) {
    if (!('id' in asked)) throw cause
    const text = cause instanceof Error ? cause.message : String(cause)
    say({ say: 'failed', id: asked.id, text, isTold: cause instanceof Told })
  }
}

window.addEventListener('message', ({ source, data }: MessageEvent) => {
  if (source === window.parent && data?.boardwright === 1) void answer(data as Asked)
})
say({ say: 'ready' })
