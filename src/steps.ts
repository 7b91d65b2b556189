/** Long work that pauses now and then, so that something else can have its turn. */
export type Steps<T> = Generator<undefined, T, undefined>

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, with what else is going on in between. */
export async function finishGently<T>(steps: Steps<T>, giveWay: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await giveWay()
  }
}

const AT_ONCE = 250

/** Whether it is time for a pause, after so many of thousands of things. */
export const isPause = (done: number): boolean => done % AT_ONCE === AT_ONCE - 1

/** Work that is put off until somebody asks for its result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
