/** Work that is put off until somebody asks for its result, and done once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Work that is done anew each time, but for those who ask while it is being done for somebody else. */
export function together<A, T>(work: (about: A) => Promise<T>): (about: A) => Promise<T> {
  let underWay: Promise<T> | undefined
  return (about) => {
    underWay ??= work(about).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
