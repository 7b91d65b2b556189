import { Bounds, expressionFunction, GroupItem, Item, Operator } from 'vega'

/**
 * What an expression may hold, told by the prototype: plain objects, lists, dates, patterns, marks and colours. A
 * function is never a value, and neither is anything of the page or of the chart library's insides.
 */
const COLOURS = ['rgb', 'hsl', 'lab', 'hcl'].map((name) => protoOf(expressionFunction(name)('#000')))
const LISTS = [Float32Array, Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array].map(
  (each) => each.prototype,
)
const READABLE: ReadonlySet<unknown> = new Set<unknown>([
  ...[null, Object.prototype, Array.prototype, Item.prototype, GroupItem.prototype, Bounds.prototype],
  ...COLOURS,
  ...LISTS,
])
interface Page {
  readonly HTMLCanvasElement: { readonly prototype: object }
}

/** These are handed on as a whole: a heat map's canvas is an image. */
const OPAQUE: ReadonlySet<unknown> = new Set<unknown>([
  ...[Date.prototype, RegExp.prototype],
  ...('HTMLCanvasElement' in globalThis ? [(globalThis as unknown as Page).HTMLCanvasElement.prototype] : []),
])

function protoOf(value: unknown): unknown {
  return Object.getPrototypeOf(value)
}

const isReadable = (proto: unknown): boolean =>
  proto === Object.prototype || proto === Array.prototype || READABLE.has(proto)

/** The value, or undefined if an expression may not hold it. */
export function admit(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  const proto = protoOf(value)
  return isReadable(proto) || OPAQUE.has(proto) ? value : undefined
}

/** A property of its own, never one of a prototype. */
export function read(holder: unknown, key: string | number): unknown {
  if (typeof holder === 'object' && holder !== null) {
    if (!isReadable(protoOf(holder))) return undefined
    if (Object.hasOwn(holder, key)) return admit((holder as Readonly<Record<string | number, unknown>>)[key])
    return key === 'length' && ArrayBuffer.isView(holder) ? (holder as Uint8Array).length : undefined
  }
  if (typeof holder === 'string') return Object.hasOwn(Object(holder), key) ? ownOfText(holder, key) : undefined
  if (holder === undefined || holder === null) throw new TypeError(`Cannot read ${key} of ${holder}`)
  return undefined
}

const ownOfText = (text: string, key: string | number): unknown => (key === 'length' ? text.length : text[Number(key)])

/** A key as the language would make it of a value, made once. */
export const keyOf = (value: unknown): string | number => (typeof value === 'number' ? value : String(value))

/** Whether it is a mark of the scene: what its kind comes from is an operator, which no content can hold. */
export function isMark(value: unknown): value is object {
  const mark = ownOf(value, 'mark')
  return ownOf(mark, 'source') instanceof Operator
}

const ownOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined

/** The library keeps bins and units of time as functions. An expression sees the facts that hang on them. */
export function signalValue(value: unknown): unknown {
  return typeof value === 'function'
    ? Object.fromEntries(Object.entries(value).map(([name, fact]) => [name, admit(fact)]))
    : admit(value)
}
