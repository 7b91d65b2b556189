/** Lazy work: done once, on demand. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Shared work: done anew each time, except for callers that arrive while it is running. */
export function shared<A, T>(work: (about: A) => Promise<T>): (about: A) => Promise<T> {
  let underWay: Promise<T> | undefined
  return (about) => {
    underWay ??= work(about).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
