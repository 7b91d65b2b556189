import type { Fields } from '../fields.ts'

/** What a value must be. The format of data models is written in these: readers, checks and editors follow from it. */
export type Value =
  | { readonly is: 'text' | 'flag' | 'number' | 'anything' | 'sql' | 'name' | 'reference' | 'references' }
  | { readonly is: 'word'; readonly words: readonly string[] }
  /** A text with rules of its own: what is wrong with it, if something is. */
  | { readonly is: 'checked'; readonly what: string; readonly accepts: (text: string) => boolean }
  | { readonly is: 'list'; readonly of: Value; readonly least?: number; readonly mayBeNull?: true }
  | { readonly is: 'either'; readonly of: readonly Value[] }
  /** One that holds itself. */
  | { readonly is: 'again'; readonly of: () => Value }
  | Shape

/** A map with these keys and no others. */
export interface Shape {
  readonly is: 'map'
  /** Such as "a measure". */
  readonly what: string
  readonly keys: Readonly<Record<string, Value>>
  readonly required?: readonly string[]
  /** What the keys say together. */
  readonly rules?: readonly Rule[]
  /** Which of several it is, by what it says. */
  readonly pick?: (body: Fields) => Shape | undefined
  /** Whether its entries have a name, each another one. */
  readonly isNamed?: true
}

export interface Broken {
  /** The key that is wrong. Without it, the message goes on after the name of the whole map: `needs ...`. */
  readonly key?: string
  readonly message: string
  readonly hint: string
}

/** What several values say together. It is not asked about values that are wrong by themselves. */
export type Rule = (body: Fields) => readonly Broken[]

export const TEXT: Value = { is: 'text' }
export const FLAG: Value = { is: 'flag' }
export const NUMBER: Value = { is: 'number' }
export const ANYTHING: Value = { is: 'anything' }
export const SQL: Value = { is: 'sql' }
export const NAME: Value = { is: 'name' }
/** The name of one member, without braces. */
export const REFERENCE: Value = { is: 'reference' }
/** One or several of them. */
export const REFERENCES: Value = { is: 'references' }

export const split = (text: string): string[] => text.split(' ')
export const word = (words: string): Value => ({ is: 'word', words: split(words) })
export const list = (of: Value): Value => ({ is: 'list', of })
/** A list of at least one. */
export const some = (of: Value): Value => ({ is: 'list', of, least: 1 })
export const either = (...of: readonly Value[]): Value => ({ is: 'either', of })
export const again = (of: () => Value): Value => ({ is: 'again', of })
export const checked = (what: string, accepts: (text: string) => boolean): Value => ({ is: 'checked', what, accepts })
export const map = (
  what: string,
  keys: Shape['keys'],
  more: Partial<Omit<Shape, 'is' | 'what' | 'keys'>> = {},
): Shape => ({
  ...{ is: 'map', what, keys },
  ...more,
})

export const has = (body: Fields, key: string): boolean => body[key] !== undefined

/** The list that one of its keys has entries in, by their names. */
export const named = (what: string, keys: Shape['keys'], more: Parameters<typeof map>[2] = {}): Value => ({
  ...{ is: 'list', mayBeNull: true },
  of: map(what, { name: NAME, ...keys }, { isNamed: true, ...more, required: ['name', ...(more.required ?? [])] }),
})

/** At most one of two keys. */
export const notBoth =
  (one: string, other: string): Rule =>
  (body) =>
    has(body, one) && has(body, other)
      ? [{ key: other, message: `"${other}" cannot be combined with "${one}"`, hint: 'Keep one of the two.' }]
      : []

/** A key that only some types have. */
export const onlyFor =
  (key: string, types: readonly string[]): Rule =>
  (body) =>
    has(body, key) && body[key] !== null && !types.includes(String(body['type']))
      ? [{ key, message: `"${key}" is only for the type ${types.join(' or ')}`, hint: 'Remove it.' }]
      : []

/** Words may be spelled in camel case, where they have a _ in it. */
export function inSnake(given: string, words: readonly string[]): string {
  const snake = given.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return words.includes(given) || !snake.includes('_') ? given : snake
}
