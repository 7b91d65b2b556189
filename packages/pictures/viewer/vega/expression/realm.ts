const LEGACY = ['__proto__', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__']

/** Everything that a plain value of a specification or of a row could name by `constructor`. */
const KINDS = [Object, Array, String, Number, Boolean, Function, Date, RegExp, Map, Set]

/** Of each kind of function, one. From it, `constructor` leads to what makes functions of texts. */
const FUNCTIONS = [() => 0, async () => 0, function* () {}, async function* () {}]

let isSealed = false

/**
 * The chart library looks names of a specification up in plain objects, and writes under names of columns. Before the
 * first chart, what every object inherits is closed: `__proto__` is a name like any other, no `constructor` leads to
 * code, and nothing can be added to what all objects share.
 */
export function sealRealm(): void {
  if (isSealed) return
  isSealed = true
  for (const name of LEGACY) Reflect.deleteProperty(Object.prototype, name)
  for (const each of FUNCTIONS) {
    const makers = Object.getPrototypeOf(each)
    Object.defineProperty(makers, 'constructor', { value: refuse, writable: false, configurable: false })
  }
  for (const each of functionsBelow(KINDS.flatMap((kind) => [kind, kind.prototype as object]))) Object.freeze(each)
  for (const name of Object.getOwnPropertyNames(Object.prototype)) closeInherited(name)
  for (const kind of KINDS) Object.preventExtensions(kind.prototype)
}

/** All functions to which names lead from these. What functions inherit stays open for names of their own. */
function functionsBelow(from: readonly object[]): readonly object[] {
  const all = new Set<object>(from)
  for (const each of all) {
    const properties = Object.values(Object.getOwnPropertyDescriptors(each))
    for (const part of properties.flatMap(({ value, get, set }) => [value, get, set])) {
      if (typeof part === 'function') all.add(part)
    }
  }
  return [...all].filter((each) => typeof each === 'function' && each !== Function.prototype)
}

function refuse(): never {
  throw new TypeError('Code cannot be made of a text here')
}

/** Objects may still have a property of this name of their own, which a property that is only frozen would prevent. */
function closeInherited(name: string): void {
  const { value } = Object.getOwnPropertyDescriptor(Object.prototype, name) ?? {}
  Object.defineProperty(Object.prototype, name, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === Object.prototype) throw new TypeError(`${name} of all objects cannot be changed`)
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    configurable: false,
  })
}
