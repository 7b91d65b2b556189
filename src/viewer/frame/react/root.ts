import { setAttributes } from './attributes.ts'
import { type Component, type Element, Fragment, isElement, type Props } from './elements.ts'
import { endInstance, type Instance, renderWith, runEffects } from './hooks.ts'

/** What is on the page for one element. */
interface Shown {
  readonly what: unknown
  readonly key: string | undefined
  readonly node?: Node
  readonly instance?: Instance
  props: Props
  inner: Shown[]
}

type Contexts = ReadonlyMap<object, unknown>

export interface Root {
  readonly render: (element: unknown) => void
  readonly unmount: () => void
}

export function createRoot(place: HTMLElement): Root {
  let wanted: unknown
  let shown: Shown[] = []
  let isAsked = false
  let depth = 0
  const draw = (): void => {
    isAsked = false
    shown = update(shown, listOf(wanted), place, new Map(), again)
    arrange(place, nodesOf(shown))
    depth += 1
    if (depth > 50) throw new Error('it draws itself again and again')
    runEffects()
    if (!isAsked) depth = 0
  }
  const again = (): void => {
    if (isAsked) return
    isAsked = true
    queueMicrotask(draw)
  }
  return {
    render(element) {
      wanted = element
      draw()
    },
    unmount() {
      for (const each of shown) remove(each)
      shown = []
      place.replaceChildren()
    },
  }
}

export const flushSync = (run: () => void): void => run()

const listOf = (children: unknown): unknown[] =>
  [children]
    .flat(Number.POSITIVE_INFINITY)
    .map((child) => (child === undefined || typeof child === 'boolean' ? null : child))

const whatOf = (child: unknown): unknown => (isElement(child) ? child.type : child === null ? null : 'text')
const keyOf = (child: unknown): string | undefined => (isElement(child) ? child.key : undefined)

/** Keeps what is the same, by key or by place; all else is new. */
function update(
  before: readonly Shown[],
  children: readonly unknown[],
  place: Node,
  contexts: Contexts,
  again: () => void,
): Shown[] {
  const rest = new Set(before)
  const keyed = new Map(before.filter(({ key }) => key !== undefined).map((each) => [each.key, each]))
  const next = children.map((child, index) => {
    const known = keyOf(child) === undefined ? before[index] : keyed.get(keyOf(child))
    const fits = known && rest.has(known) && known.what === whatOf(child) && known.key === keyOf(child)
    if (fits) rest.delete(known)
    return show(fits ? known : undefined, child, place, contexts, again)
  })
  for (const old of rest) remove(old)
  return next
}

function show(known: Shown | undefined, child: unknown, place: Node, contexts: Contexts, again: () => void): Shown {
  if (child === null) return known ?? { what: null, key: undefined, props: {}, inner: [] }
  if (!isElement(child)) return showText(known, String(child))
  if (typeof child.type === 'string') return showTag(known, child, child.type, place, contexts, again)
  if (typeof child.type === 'function') return showComponent(known, child, child.type, place, contexts, again)
  if (child.type !== Fragment) throw new Error(`it shows something that is no element: ${String(child.type)}`)
  const shown: Shown = known ?? { what: child.type, key: child.key, props: child.props, inner: [] }
  shown.inner = update(shown.inner, listOf(child.props['children']), place, contexts, again)
  return shown
}

function showText(known: Shown | undefined, text: string): Shown {
  const node = known?.node ?? document.createTextNode(text)
  if (node.textContent !== text) node.textContent = text
  return known ?? { what: 'text', key: undefined, node, props: {}, inner: [] }
}

const SVG = 'http://www.w3.org/2000/svg'

function showTag(
  known: Shown | undefined,
  { props, key }: Element,
  tag: string,
  place: Node,
  contexts: Contexts,
  again: () => void,
): Shown {
  const isSvg = tag === 'svg' || (place instanceof SVGElement && place.tagName !== 'foreignObject')
  const node =
    (known?.node as HTMLElement | undefined) ??
    (isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag))
  const shown: Shown = known ?? { what: tag, key, node, props: {}, inner: [] }
  const isRaw = typeof props['dangerouslySetInnerHTML'] === 'object'
  if (!isRaw) {
    shown.inner = update(shown.inner, listOf(props['children']), node, contexts, again)
    arrange(node, nodesOf(shown.inner))
  }
  setAttributes(node as HTMLElement, shown.props, props)
  shown.props = props
  return shown
}

function showComponent(
  known: Shown | undefined,
  { props, key }: Element,
  component: Component,
  place: Node,
  contexts: Contexts,
  again: () => void,
): Shown {
  const { context } = component as { context?: object }
  const inner = context ? new Map([...contexts, [context, props['value']]]) : contexts
  const instance: Instance = known?.instance ?? { slots: [], contexts: inner, again, isGone: false }
  if (known) Object.assign(instance, { contexts: inner })
  const shown: Shown = known ?? { what: component, key, instance, props, inner: [] }
  shown.inner = update(shown.inner, listOf(renderWith(instance, component, props)), place, inner, again)
  return shown
}

function remove({ instance, inner, props }: Shown): void {
  for (const each of inner) remove(each)
  if (instance) endInstance(instance)
  const { ref } = props as { ref?: { current?: unknown } }
  if (typeof ref === 'object' && ref !== null) ref.current = null
}

const nodesOf = (shown: readonly Shown[]): Node[] =>
  shown.flatMap(({ node, inner }) => (node ? [node] : nodesOf(inner)))

/** Puts the nodes in their order and moves none that is in it already: what has the focus keeps it. */
function arrange(place: Node, nodes: readonly Node[]): void {
  const wanted = new Set(nodes)
  for (const child of [...place.childNodes]) if (!wanted.has(child)) place.removeChild(child)
  nodes.forEach((node, index) => {
    if (place.childNodes[index] !== node) place.insertBefore(node, place.childNodes[index] ?? null)
  })
}
