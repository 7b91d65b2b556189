/** Says yes or no of a value that anybody may have written, in linear time. Why not zod: see decision 68. */
export type Is<T> = (value: unknown) => value is T
export type Told<I> = I extends Is<infer T> ? T : never

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No keys but these. */
export const object =
  <S extends Readonly<Record<string, Is<unknown>>>>(shape: S): Is<{ readonly [K in keyof S]: Told<S[K]> }> =>
  (value): value is never =>
    isObject(value) &&
    Object.keys(value).every((key) => Object.hasOwn(shape, key)) &&
    Object.keys(shape).every((key) => shape[key]?.(value[key]))

export const map =
  <K extends string, T>(isKey: (key: string) => key is K, is: Is<T>): Is<Readonly<Record<K, T>>> =>
  (value): value is never =>
    isObject(value) && Object.keys(value).every((key) => isKey(key) && is(value[key]))

export const list =
  <T>(is: Is<T>): Is<readonly T[]> =>
  (value): value is never =>
    Array.isArray(value) && value.every(is)

export const pair =
  <T>(is: Is<T>): Is<readonly [T, T]> =>
  (value): value is never =>
    Array.isArray(value) && value.length === 2 && value.every(is)

export const either =
  <A, B>(isA: Is<A>, isB: Is<B>): Is<A | B> =>
  (value): value is A | B =>
    isA(value) || isB(value)

export const oneOf =
  <T extends string | number | true | null | undefined>(...all: readonly T[]): Is<T> =>
  (value): value is T =>
    all.some((each) => each === value)

export const maybe = <T>(is: Is<T>): Is<T | undefined> => either(oneOf(undefined), is)

export const text =
  (pattern: RegExp = /^/): Is<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value)

export const integer =
  (least = Number.MIN_SAFE_INTEGER): Is<number> =>
  (value): value is number =>
    Number.isSafeInteger(value) && (value as number) >= least

/** JSON gives this name as any other, and an object would take it for its prototype. */
export const isName = (name: string): name is string => name !== '__proto__'

/** Without a prototype: whatever a key is called, it is a key. */
export function named<T, U>(values: Readonly<Record<string, T>>, made: (value: T) => U): Record<string, U> {
  const all: Record<string, U> = Object.create(null)
  for (const key of Object.keys(values)) all[key] = made(values[key] as T)
  return all
}
export const same = <T>(value: T): T => value
