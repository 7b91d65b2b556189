import { parse, type View } from 'vega'
import { compileSpec } from '../../../viewer/vega/compile.ts'
import { quietly } from '../../../viewer/vega/quiet.ts'
import { strangerBelow, strangerIn } from './oracle.ts'
import { randomFrom } from './random.ts'
import { liteSpec, vegaSpec } from './specs.ts'
import { MADE } from './words.ts'

type Run = (...args: unknown[]) => unknown
type Kind = 'operator' | 'parameter' | 'event' | 'handler' | 'encode'
type Make = (context: object, expr: object) => Run
type Interpreter = Readonly<Record<Kind, Make>> & { readonly codegen?: { readonly get: (path: string[]) => Run } }

/** What is tested: how expressions are evaluated, and how a chart is made with it. */
export interface Evaluator {
  readonly interpreter: object
  readonly view: (runtime: object, options: object) => View
}

export interface Tried {
  readonly values: number
  readonly isDrawn: boolean
  /** What was found that must never be. */
  readonly found: string | undefined
}

const refuse = async (): Promise<object> => ({ href: '' })
const NOWHERE = { load: refuse, http: refuse, file: refuse, sanitize: refuse }

interface Node {
  readonly type: string
  readonly computed?: boolean
  readonly [part: string]: unknown
}

/** The marks that are drawn, and bins, which the library keeps as functions with facts. */
const LIBRARYS = new RegExp(`^(root|.*_bins|${MADE.join('|')})$`)

/** A chart may change its data each time that its data change. */
const MOST = 5_000

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** All expressions inside of an expression. */
function partsOf(node: Node): Node[] {
  const skipped =
    node.type === 'CallExpression' ? ['callee'] : node.type === 'MemberExpression' && !node.computed ? ['property'] : []
  const inner = Object.entries(node).flatMap(([key, value]) => (skipped.includes(key) ? [] : [value].flat()))
  const parts = inner.filter(isNode).flatMap((each) => (each.type === 'Property' ? [each['value'] as Node] : [each]))
  return parts.flatMap((each) => [each, ...partsOf(each)])
}

/** Draws the chart of this seed, looking at every value of every part of every expression, and at all rows and signals. */
export async function tryOne(seed: number, evaluator: Evaluator): Promise<Tried> {
  const random = randomFrom(seed)
  const heard: string[] = []
  let values = 0
  const look = (value: unknown, where: string): void => {
    values += 1
    if (values > MOST) throw new Error('enough of this chart')
    const stranger = strangerIn(value)
    if (stranger !== undefined) heard.push(`${stranger} as ${where}`)
  }
  const handlers: Run[] = []
  const end = (isDrawn: boolean): Tried => ({ values, isDrawn, found: heard[0] })
  const isLite = random.is(0.3)
  const spec = isLite ? liteSpec(random) : vegaSpec(random)
  let view: View
  try {
    const { vega } = compileSpec(spec, { rows: [], columns: [] }, {}, { width: 50, height: 50 }, undefined)
    const runtime = parse(vega, undefined, { ast: true })
    const expr = listening(evaluator.interpreter as Interpreter, look, handlers)
    view = evaluator.view(runtime, { expr, renderer: 'none', logger: quietly([]), loader: NOWHERE })
  } catch {
    return end(false)
  }
  try {
    await view.runAsync()
    await view.toSVG()
    for (const handle of handlers) quiet(() => handle(view))
    await view.runAsync()
  } catch {
    // A chart that cannot be drawn is fine. What it evaluated until then was looked at.
  }
  const { data, signals } = view.getState({ data: () => true, signals: () => true, recurse: true } as never)
  for (const [name, value] of Object.entries({ ...data, ...signals })) {
    if (LIBRARYS.test(name)) continue
    const stranger = strangerBelow(value)
    if (stranger !== undefined) heard.push(`${stranger} in ${name}`)
  }
  view.finalize()
  return end(true)
}

function quiet<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

function listening(inner: Interpreter, look: (value: unknown, where: string) => void, handlers: Run[]): object {
  const around =
    (kind: Exclude<Kind, 'encode'>): Make =>
    (context, expr) => {
      const { ast } = expr as { readonly ast: Node }
      const run = inner[kind](context, expr)
      const parts = partsOf(ast).flatMap(
        (part) => quiet(() => [[part.type, inner[kind](context, { ast: part })] as const]) ?? [],
      )
      const looked: Run = (...args) => {
        for (const [where, part] of parts) quiet(() => look(part(...args), `${kind} ${where}`))
        // What cannot be evaluated would stop the rest of the chart.
        const value = quiet(() => run(...args))
        look(value, kind)
        return value
      }
      if (kind === 'handler') handlers.push((view) => looked({}, eventOf(view as View)))
      if (kind === 'event') handlers.push((view) => looked(eventOf(view as View)))
      return looked
    }
  return {
    ...{
      operator: around('operator'),
      parameter: around('parameter'),
      event: around('event'),
      handler: around('handler'),
    },
    encode: (context: object, encode: object) => {
      const { channels } = encode as { readonly channels: Readonly<Record<string, { readonly ast: Node }>> }
      const run = inner.encode(context, encode)
      const parts = Object.entries(channels).map(([name, { ast }]) =>
        inner.encode(context, { marktype: 'rule', channels: { [name]: { ast } } }),
      )
      return (...args: unknown[]) => {
        for (const part of parts) {
          const before = args[0] as object
          const item = { ...before }
          quiet(() => part(item, args[1]))
          // What the library itself keeps on a mark, under a name that a channel may have too, is not of the chart.
          for (const name of Object.keys(channels))
            if (Reflect.get(item, name) !== Reflect.get(before, name)) look(Reflect.get(item, name), `channel ${name}`)
        }
        return quiet(() => run(...args)) ?? 0
      }
    },
    ...(inner.codegen && {
      codegen: {
        get: (path: string[]) => {
          const read = inner.codegen?.get(path)
          return (row: unknown) => {
            const value = read?.(row)
            look(value, `field ${path.join('.')}`)
            return value
          }
        },
      },
    }),
  }
}

interface Scene {
  readonly items?: readonly Scene[]
}

/** An event over the first mark, like those of a page. */
function eventOf(view: View): object {
  const { root } = view.scenegraph() as unknown as { readonly root: Scene }
  const item = root.items?.[0]?.items?.at(-1)?.items?.[0]
  const constant = (value: unknown) => () => value
  return {
    ...{
      type: 'click',
      clientX: 3,
      shiftKey: true,
      dataflow: view,
      item,
      target: { ownerDocument: globalThis },
      view: globalThis,
    },
    touches: [{ clientX: 1, clientY: 2, target: globalThis }],
    vega: {
      view: constant(view),
      item: constant(item ?? {}),
      group: constant({}),
      xy: constant([1, 2]),
      x: constant(1),
      y: constant(2),
    },
  }
}
