import { runInNewContext } from 'node:vm'
import { Bounds, expressionFunction, GroupItem, Item } from 'vega'

/** What a value may be, written here once more: told by prototypes, apart from what is tested. */
const KNOWN: ReadonlySet<unknown> = new Set<unknown>([
  ...[null, Object.prototype, Array.prototype, Date.prototype, RegExp.prototype],
  ...[Item, GroupItem, Bounds, Float64Array, Float32Array, Int32Array, Uint32Array, Uint8Array].map(
    (each) => each.prototype,
  ),
  ...['rgb', 'hsl', 'lab', 'hcl'].map((name) => Object.getPrototypeOf(expressionFunction(name)('#000'))),
])

/** What this is, if it is no value: a function, or an object of the page or of the library. */
export function strangerIn(value: unknown): string | undefined {
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return undefined
  return KNOWN.has(Object.getPrototypeOf(value)) ? undefined : `object ${Object.prototype.toString.call(value)}`
}

/** Marks, and the lists of them, have bounds. */
const isDrawn = (value: object): boolean =>
  [value, Reflect.get(value, 'bounds')].some((each) => DRAWN.has(Object.getPrototypeOf(Object(each))))
const DRAWN: ReadonlySet<unknown> = new Set([Item, GroupItem, Bounds].map((each) => each.prototype))

const DEEPEST = 5

/** The same for everything that rows hold. Marks hold what the library draws with: only the marks' rows are looked at. */
export function strangerBelow(value: unknown, seen = new Set<unknown>(), depth = 0): string | undefined {
  const stranger = strangerIn(value)
  if (stranger !== undefined) return stranger
  if (typeof value !== 'object' || value === null || seen.has(value) || depth > DEEPEST) return undefined
  if (ArrayBuffer.isView(value) || isDrawn(value)) return undefined
  seen.add(value)
  for (const key of Object.getOwnPropertyNames(value)) {
    const found = strangerBelow(Reflect.get(value, key), seen, depth + 1)
    if (found !== undefined) return `${found} at ${key}`
  }
  return undefined
}

type Shape = ReadonlyMap<string | symbol, unknown>

const partsOf = (of: object, key: string | symbol): readonly unknown[] => {
  const { value, get, set } = Object.getOwnPropertyDescriptor(of, key) ?? {}
  return [value, get, set]
}

const shapeOf = (of: object): Shape =>
  new Map<string | symbol, unknown>([
    ['what it inherits', Object.getPrototypeOf(of)],
    ...Reflect.ownKeys(of).map((key) => [key, partsOf(of, key).find((part) => part !== undefined)] as const),
  ])

/** What it is, also where only a function gives it. */
function givenBy(of: object, key: string | symbol): unknown {
  try {
    return Reflect.get(of, key)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

const APART = ['globalThis', 'console']

/** Every object and function of the language itself, with the names that lead there. */
function ofLanguage(): ReadonlyMap<object, string> {
  const names = runInNewContext('Object.getOwnPropertyNames(globalThis)') as readonly string[]
  const found = new Map<object, string>()
  const add = (value: unknown, name: string): void => {
    if (isObject(value) && !found.has(value)) found.set(value, name)
  }
  for (const name of names) if (!APART.includes(name)) add(Reflect.get(globalThis, name), name)
  for (const [each, name] of found) {
    for (const key of Reflect.ownKeys(each))
      for (const part of [givenBy(each, key), ...partsOf(each, key)]) add(part, `${name}.${String(key)}`)
    add(Object.getPrototypeOf(each), `what ${name} inherits`)
  }
  return found
}

/** Remembers what everything in the program shares. Returns what says how that was changed since. */
export function watch(): () => string | undefined {
  // Node makes some of these when they are first used.
  for (const key of Reflect.ownKeys(globalThis)) Reflect.get(globalThis, key)
  const places = [...ofLanguage(), [globalThis, 'globalThis'] as const, [process, 'process'] as const]
  const open = places.filter(([each]) => !Object.isFrozen(each))
  const before = open.map(([each, name]) => [name, each, shapeOf(each)] as const)
  return () => {
    for (const [name, each, known] of before) {
      const now = shapeOf(each)
      for (const [key, value] of now)
        if (!known.has(key) || !Object.is(known.get(key), value)) return `${name}.${String(key)} changed`
      if (now.size < known.size) return `${name} lacks what it had`
    }
    return undefined
  }
}
