import { didYouMean, isMap, JsonNumber, nearest, oncePerKey, type Path } from '@boardwright/common'
import { type Fields, textOf } from '../fields.ts'
import { has, inSnake, type Shape, type Value } from '../format/value.ts'
import { fewOf, insteadOf, type Told } from './fault.ts'
import { sqlFault, textFault } from './sql.ts'

const NAME = /^[A-Za-z_]\w*$/

/** What is wrong with a value that must be this one, and with all that is in it. */
export function valueFaults(value: Value, given: unknown, path: Path): Told[] {
  if (given === null && value.is !== 'anything' && !(value.is === 'list' && value.mayBeNull))
    return [at(path, `"${keyIn(path)}" has no value`, 'Write one, or take the key out.')]
  switch (value.is) {
    case 'anything':
      return bracesIn(given, path)
    case 'text':
      return isText(given) ? bracesIn(given, path) : [mustBe(value, path, given)]
    case 'again':
      return valueFaults(value.of(), given, path)
    case 'sql':
      return sqlFaults(given, path)
    case 'list':
      return listFaults(value, given, path)
    case 'map':
      return isMap(given) ? mapFaults(value, given, path) : [mustBe(value, path, given)]
    case 'either':
      return eitherFaults(value.of, given, path)
    case 'word':
      return wordFaults(value.words, given, path)
    case 'name':
      return nameFaults(given, path)
    case 'checked':
      return typeof given === 'string' && value.accepts(given) ? [] : [mustBe(value, path, given)]
    default:
      return FITS[value.is](given) ? [] : [mustBe(value, path, given)]
  }
}

const isText = (given: unknown): boolean => typeof given === 'string' && given !== ''
const isNumber = (given: unknown): boolean => typeof given === 'number' || given instanceof JsonNumber

/** Names are expressions of Python; so is a number, whatever comes after it. */
const EXPRESSION =
  /^\s*(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\s*$|\{\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\s*\}$|\d+(?:[\sA-Za-z]|$))/
const isExpression = (given: unknown): boolean => typeof given === 'string' && EXPRESSION.test(given)
const isReference = (given: unknown): boolean => isExpression(given) || isNumber(given) || typeof given === 'boolean'

/** At any depth: braces in texts that must have none. */
function bracesIn(given: unknown, path: Path): Told[] {
  if (Array.isArray(given)) return given.flatMap((each: unknown, index) => bracesIn(each, [...path, index]))
  if (isMap(given)) return Object.entries(given).flatMap(([key, each]) => bracesIn(each, [...path, key]))
  const wrong = typeof given === 'string' ? textFault(given) : undefined
  return wrong ? [at(path, `"${keyIn(path)}" ${wrong}`, BRACES)] : []
}
const BRACES = 'Write a brace that is meant as one as \\{.'

const FITS = {
  reference: isReference,
  references: (given: unknown) => (Array.isArray(given) ? given.every(isExpression) : isReference(given)),
  flag: (given: unknown) => typeof given === 'boolean',
  number: isNumber,
}

const at = (path: Path, message: string, hint: string, isKey?: true): Told => ({
  ...{ path, message, hint },
  ...(isKey ? { isKey } : {}),
})

/** The key that a value has; of an entry of a list, that of the list. */
const keyIn = (path: Path): string => String(path.findLast((step) => typeof step === 'string') ?? '')

function mustBe(value: Value, path: Path, given?: unknown): Told {
  const what = describe(value)
  const about = typeof path.at(-1) === 'number' ? `each entry of "${keyIn(path)}"` : `"${keyIn(path)}"`
  const found = typeof given === 'string' && given !== '' && value.is !== 'sql' ? `, not "${given}"` : ''
  return at(path, `${about} must be ${what}${found}`, `Write ${what}.`)
}

/** In words. */
export function describe(value: Value): string {
  switch (value.is) {
    case 'flag':
      return 'true or false'
    case 'references':
      return 'the name of a member, or a list of names'
    case 'reference':
      return 'the name of a member'
    case 'sql':
      return 'a text'
    case 'word':
      return value.words.length === 1 ? `"${value.words[0]}"` : `one of ${fewOf(value.words)}`
    case 'checked':
      return value.what
    case 'list':
      return 'a list'
    case 'map':
      return 'a map'
    case 'either':
      return anyOf([...new Set(value.of.map(describe))])
    case 'again':
      return describe(value.of())
    case 'anything':
      return 'something'
    default:
      return `a ${value.is}`
  }
}

/** With a comma before the last, unless the others are short. */
function anyOf(all: readonly string[]): string {
  const last = all.at(-1) ?? ''
  const others = all.slice(0, -1)
  if (others.length === 0) return last
  const isShort = others.length === 1 && !/[,]| such as | or /.test(others.join())
  return `${others.join(', ')}${isShort ? '' : ','} or ${last}`
}

function sqlFaults(given: unknown, path: Path): Told[] {
  if (isNumber(given) || typeof given === 'boolean') return []
  if (typeof given !== 'string')
    return [{ ...at(path, `"${keyIn(path)}" must be a text`, 'Write a text.'), warning: true }]
  const wrong = sqlFault(given)
  return wrong ? [at(path, `"${keyIn(path)}" ${wrong}`, BRACES)] : []
}

function listFaults({ of, least = 0 }: Value & { is: 'list' }, given: unknown, path: Path): Told[] {
  if (given === null) return []
  const key = keyIn(path)
  if (!Array.isArray(given)) return [at(path, `"${key}" must be a list`, 'Write "- " before each of them.')]
  const few = given.length < least ? [at(path, `"${key}" is empty`, 'Write at least one.')] : []
  const isNamed = of.is === 'map' && of.isNamed === true
  const seen = new Set<unknown>()
  const told = given.flatMap((item: unknown, index): Told[] => {
    const place = [...path, index]
    if (of.is === 'map' && !isMap(item))
      return [at(place, `each entry of "${key}" must be a map`, 'Write `- name: ...`, and the rest below it.')]
    const name = isNamed && isMap(item) ? item['name'] : undefined
    const isTwice = name !== undefined && seen.has(name)
    seen.add(name)
    return [...valueFaults(of, item, place), ...(isTwice ? [twice(textOf(name), place)] : [])]
  })
  return [...few, ...told]
}

export const twice = (name: string, path: Path): Told =>
  at([...path, 'name'], `the name "${name}" is used twice`, 'Rename or remove one of the two.')

/** Of several, the one that is meant: a map by a map, a text by a text. */
function eitherFaults(all: readonly Value[], given: unknown, path: Path): Told[] {
  const told = all.map((each) => valueFaults(each, given, path))
  if (told.some((each) => each.length === 0)) return []
  const isMeant = (each: Value): boolean =>
    each.is === 'again'
      ? isMeant(each.of())
      : isMap(given)
        ? each.is === 'map'
        : Array.isArray(given) && each.is === 'list'
  const meant = told[all.findIndex(isMeant)]
  return meant ?? [mustBe({ is: 'either', of: all }, path, given)]
}

function wordFaults(words: readonly string[], given: unknown, path: Path): Told[] {
  if (typeof given === 'string' && words.includes(inSnake(given, words))) return []
  const key = keyIn(path)
  return [
    at(path, `"${String(given)}" is not a valid ${key}`, insteadOf(String(given), words, 'Write one that exists.')),
  ]
}

function nameFaults(given: unknown, path: Path): Told[] {
  if (typeof given === 'string' && NAME.test(given)) return []
  const hint = 'Write letters, digits and _, and not starting with a digit.'
  return [at(path, `"${String(given)}" is not a valid name`, hint)]
}

function mapFaults(shape: Shape, body: Fields, path: Path): Told[] {
  const refusedBy = ({ keys: all }: Shape) => oncePerKey((key: string): boolean => isWrong(all, key, body, path))
  const form = (shape.pick && withoutRefused(body, refusedBy(shape), shape.pick)) ?? shape
  const { keys, what, required = [], rules = [] } = form
  const isRefused = refusedBy(form)
  // What another sort of it would have is told of as that, and not as a misspelled key.
  const known = Object.keys(keys)
  const all = [...new Set([...known, ...Object.keys(shape.keys)])]
  return [
    ...Object.entries(body).flatMap(([key, given]): Told[] => {
      const value = Object.hasOwn(keys, key) ? keys[key] : undefined
      return value ? valueFaults(value, given, [...path, key]) : [unknownKey(key, { what, known, all, body }, path)]
    }),
    ...required.flatMap((key): Told[] => (has(body, key) ? [] : [missing(key, keys[key], body, what, path)])),
    ...rules.flatMap((rule) =>
      (withoutRefused(body, isRefused, rule) ?? []).map(({ key, message, hint }) =>
        key === undefined ? at(path, `${called(body, what)} ${message}`, hint) : at([...path, key], message, hint),
      ),
    ),
  ]
}

function isWrong(keys: Shape['keys'], key: string, body: Fields, path: Path): boolean {
  const value = Object.hasOwn(keys, key) ? keys[key] : undefined
  const given = body[key]
  return value !== undefined && given !== undefined && valueFaults(value, given, [...path, key]).some(isError)
}
const isError = ({ warning }: Told): boolean => !warning

/** What is made of a map, unless that reads a value that is refused: one mistake is told once. */
function withoutRefused<T>(
  body: Fields,
  isRefused: (key: string) => boolean,
  make: (body: Fields) => T,
): T | undefined {
  const read = new Set<string>()
  const made = make(
    new Proxy(body, {
      get(all, key) {
        if (typeof key === 'string') read.add(key)
        return Reflect.get(all, key)
      },
    }),
  )
  return [...read].some(isRefused) ? undefined : made
}

const called = (body: Fields, what: string): string => {
  const name = textOf(body['name'])
  return name === '' ? what : `"${name}"`
}

function missing(key: string, value: Value | undefined, body: Fields, what: string, path: Path): Told {
  const words = value?.is === 'word' ? `: ${fewOf(value.words)}` : ''
  return at(path, `${called(body, what)} has no ${key}`, `Add ${key}${words}.`)
}

interface KeyedBy {
  readonly what: string
  readonly known: readonly string[]
  readonly all: readonly string[]
  readonly body: Fields
}

function unknownKey(key: string, { what, known, all, body }: KeyedBy, path: Path): Told {
  const place = [...path, key]
  if (all.includes(key)) {
    const message = `${called(body, what)} cannot have "${key}" beside its other keys`
    return at(place, message, `Remove it. Beside them it can have: ${fewOf(known)}.`, true)
  }
  const near = nearest(key, known)
  const hint = didYouMean(near, `Remove it. There are: ${fewOf(known)}.`)
  return at(place, `"${key}" is not a key of ${what}`, hint, true)
}
