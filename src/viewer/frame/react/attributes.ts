import type { Props } from './elements.ts'

const NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  defaultValue: 'value',
  defaultChecked: 'checked',
}
const UNITLESS =
  /^(opacity|zIndex|flex|flexGrow|flexShrink|order|fontWeight|lineHeight|zoom|grid(Row|Column|Area)(Start|End)?|columnCount|fillOpacity|strokeOpacity)$/
const CAMEL_SVG = /^(viewBox|preserveAspectRatio|gradientUnits|gradientTransform|patternUnits|textLength|pathLength)$/
const listeners = new WeakMap<Element, Map<string, unknown>>()

/** Brings the properties of an element onto the page. */
export function setAttributes(node: HTMLElement, before: Props, now: Props): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (name === 'children' || name === 'key') continue
    if (name === 'ref') setRef(node, now[name])
    else if (Object.is(before[name], now[name]) && name !== 'value' && name !== 'checked') continue
    else if (name === 'style') setStyle(node, before[name], now[name])
    else if (name === 'dangerouslySetInnerHTML')
      node.innerHTML = String((now[name] as { __html?: unknown } | undefined)?.__html ?? '')
    else if (/^on[A-Z]/.test(name)) setListener(node, name, now[name])
    else setOne(node, name, now[name])
  }
}

function setRef(node: HTMLElement, ref: unknown): void {
  if (typeof ref === 'function') ref(node)
  else if (typeof ref === 'object' && ref !== null) (ref as { current: unknown }).current = node
}

function setStyle(node: HTMLElement, before: unknown, now: unknown): void {
  const [old, fresh] = [before, now].map((each) => (typeof each === 'object' && each !== null ? (each as Props) : {}))
  for (const name of new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])) {
    const value = fresh?.[name]
    const text =
      value === null || value === undefined
        ? ''
        : typeof value === 'number' && value !== 0 && !UNITLESS.test(name)
          ? `${value}px`
          : String(value)
    node.style.setProperty(
      name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      text,
    )
  }
}

/** As React has it: `onChange` hears each key, and what is heard is always the newest function. */
function setListener(node: HTMLElement, name: string, listener: unknown): void {
  const isTyped =
    name === 'onChange' &&
    /^(INPUT|TEXTAREA)$/.test(node.tagName) &&
    !/^(checkbox|radio)$/.test((node as HTMLInputElement).type)
  const type = isTyped ? 'input' : name === 'onDoubleClick' ? 'dblclick' : name.slice(2).toLowerCase()
  const known = listeners.get(node) ?? new Map<string, unknown>()
  listeners.set(node, known)
  if (!known.has(type)) {
    node.addEventListener(type, (event) => {
      const call = known.get(type)
      if (typeof call === 'function') call(event)
    })
  }
  known.set(type, listener)
}

function setOne(node: HTMLElement, name: string, value: unknown): void {
  if ((name === 'value' || name === 'checked') && name in node) {
    const own = node as HTMLElement & Record<string, unknown>
    const wanted = name === 'checked' ? value === true : (value ?? '')
    if (own[name] !== wanted) own[name] = wanted
    return
  }
  const attribute =
    NAMES[name] ??
    (CAMEL_SVG.test(name) || name.includes('-')
      ? name
      : node instanceof SVGElement
        ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        : name.toLowerCase())
  const isSaid = /^(aria|data)-/.test(attribute)
  if (value === null || value === undefined || typeof value === 'function' || (value === false && !isSaid))
    node.removeAttribute(attribute)
  else node.setAttribute(attribute, value === true && !isSaid ? '' : String(value))
}
