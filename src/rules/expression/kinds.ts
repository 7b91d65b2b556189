import { type FieldType, typeWords } from '../types.ts'

/** What a value in an expression is: a field's type, or what only expressions have. `none` is in an empty list. */
export type ValueKind = FieldType | 'null' | 'none' | KindList
interface KindList {
  readonly list: ValueKind
}

const isListKind = (kind: ValueKind): kind is KindList => typeof kind === 'object' && 'list' in kind
export const elementOf = (kind: ValueKind): ValueKind | undefined => (isListKind(kind) ? kind.list : undefined)

export function kindWords(kind: ValueKind): string {
  if (kind === 'null') return 'null'
  if (kind === 'none') return 'nothing'
  if (isListKind(kind)) {
    const { list } = kind
    if (list === 'none') return 'an empty list'
    return typeof list === 'string' ? `a list of ${list}s` : `a list of which each is ${kindWords(list)}`
  }
  return typeWords(kind)
}

/** What both are: the more exact of them. Undefined if they are different things. */
export function common(one: ValueKind, other: ValueKind): ValueKind | undefined {
  if (one === other || other === 'none' || other === 'null') return one
  if (one === 'none' || one === 'null') return other
  if (!isListKind(one) || !isListKind(other)) return undefined
  const list = common(one.list, other.list)
  return list === undefined ? undefined : { list }
}

type Signature = (...kinds: readonly ValueKind[]) => ValueKind | undefined

const when = (holds: boolean, result: ValueKind): ValueKind | undefined => (holds ? result : undefined)
const all = (kinds: readonly ValueKind[], kind: ValueKind): boolean => kinds.every((each) => each === kind)
const alike: Signature = (one = 'none', other = 'none') => when(common(one, other) !== undefined, 'boolean')
const ordered: Signature = (...kinds) => when(all(kinds, 'number') || all(kinds, 'text'), 'boolean')
const logical: Signature = (...kinds) => when(all(kinds, 'boolean'), 'boolean')
const arithmetic: Signature = (...kinds) => when(all(kinds, 'number'), 'number')
const ofTexts: Signature = (...kinds) => when(kinds.length === 2 && all(kinds, 'text'), 'boolean')
const toNumber: Signature = (...[kind, ...more]) =>
  when(more.length === 0 && (kind === 'number' || kind === 'text'), 'number')

/** What an expression may call, and with what. Nothing else exists: no clock, no files, no other types. */
export const FUNCTIONS: Readonly<Record<string, Signature>> = {
  '_==_': alike,
  '_!=_': alike,
  '_<_': ordered,
  '_<=_': ordered,
  '_>_': ordered,
  '_>=_': ordered,
  '_&&_': logical,
  '_||_': logical,
  '!_': logical,
  '@not_strictly_false': logical,
  '_+_': (one = 'none', other = 'none') =>
    one === 'number' || one === 'text' || isListKind(one) ? common(one, other) : undefined,
  '_-_': arithmetic,
  '_*_': arithmetic,
  '_/_': arithmetic,
  '_%_': arithmetic,
  '-_': arithmetic,
  '_?_:_': (condition, one = 'none', other = 'none') => (condition === 'boolean' ? common(one, other) : undefined),
  '_[_]': (list = 'none', index = 'none') => (index === 'number' ? elementOf(list) : undefined),
  '@in': (one = 'none', list = 'none') => {
    const element = elementOf(list)
    return when(element !== undefined && common(one, element) !== undefined, 'boolean')
  },
  size: (...[kind, ...more]) =>
    when(more.length === 0 && kind !== undefined && (kind === 'text' || isListKind(kind)), 'number'),
  contains: ofTexts,
  startsWith: ofTexts,
  endsWith: ofTexts,
  matches: ofTexts,
  int: toNumber,
  double: toNumber,
  string: (...[kind, ...more]) =>
    when(more.length === 0 && (kind === 'text' || kind === 'number' || kind === 'boolean'), 'text'),
}

/** Those that are called by a name. */
export const FUNCTION_NAMES = Object.keys(FUNCTIONS).filter((name) => /^[a-z]/i.test(name))

/** `_+_` as people write it. */
export const shownFunction = (name: string): string => (/^[a-z]/i.test(name) ? `${name}()` : name.replace(/[_@]/g, ''))
