/** Lazy work: done once, on demand. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Computes something about an object once, for as long as the object lives. The other arguments must follow from it:
 * later calls ignore them.
 */
export function oncePer<About extends object, Rest extends unknown[], T>(
  make: (about: About, ...rest: Rest) => T,
): (about: About, ...rest: Rest) => T {
  const made = new WeakMap<About, { readonly value: T }>()
  return (about, ...rest) => {
    const known = made.get(about)
    if (known) return known.value
    const value = make(about, ...rest)
    made.set(about, { value })
    return value
  }
}

/** Computes something about a key once, for as long as the returned function lives. */
export function oncePerKey<About extends string, T>(make: (about: About) => T): (about: About) => T {
  const made = new Map<About, { readonly value: T }>()
  return (about) => {
    const known = made.get(about)
    if (known) return known.value
    const value = make(about)
    made.set(about, { value })
    return value
  }
}

/** Computes something anew only if it is about something else than the time before. It keeps no more than that. */
export function onceInARow<About extends readonly unknown[], T>(make: (...about: About) => T): (...about: About) => T {
  let last: { readonly about: About; readonly value: T } | undefined
  return (...about) => {
    if (!last?.about.every((each, index) => each === about[index])) last = { about, value: make(...about) }
    return last.value
  }
}

/** Shared work: callers that arrive while it is running get its result; otherwise it is done anew. */
export function shared<A, T>(work: (about: A) => Promise<T>): (about: A) => Promise<T> {
  let underWay: Promise<T> | undefined
  return (about) => {
    underWay ??= work(about).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
