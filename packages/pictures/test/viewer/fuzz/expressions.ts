import type { Random } from './random.ts'
import { DATA, FUNCTIONS, HOSTILE, MADE, NAMES, OF_DATA, OF_SCALE, REFUSED, SCALES, SIGNALS, UPDATED } from './words.ts'

const text = (word: string): string => JSON.stringify(word)
/** A name that is made when it is evaluated: the library stumbles over some that it finds in a specification. */
export const split = (name: string): string => {
  const half = Math.ceil(name.length / 2)
  return `${text(name.slice(0, half))} + ${text(name.slice(half))}`
}

const BINARY = ['+', '-', '*', '/', '%', '==', '===', '!=', '<', '>', '&', '|', '<<', '>>>', '^']
const PATTERNS = ['/a/', '/(.)/g', '/x*/y']

/** The text of an expression, as deep as that. */
export function expression(random: Random, depth = 3): string {
  if (depth === 0 || random.is(0.15)) return leaf(random)
  return random.one(FORMS)(random, (less = 1) => expression(random, depth - less))
}

function leaf(random: Random): string {
  return random.one([
    () => 'datum',
    () => `datum.${random.one(NAMES.filter((name) => !/^\d/.test(name)))}`,
    () => 'item',
    () => random.one(random.is(0.98) ? SIGNALS : [...UPDATED, ...UPDATED, ...HOSTILE, ...MADE.slice(0, 5)]),
    () => random.one(['0', '1', '-1', '2.5', '1e3', 'true', 'null', 'PI', 'NaN', 'event']),
    () => split(random.one([...NAMES, ...DATA, ...SCALES, '%Y', '.2f', 'year', 'a,b', '#f00', ''])),
    () => random.one(PATTERNS),
  ])()
}

/** Object literals with other names do not parse. */
const SAFE = NAMES.filter((name) => name !== 'then' && !(name in Object.prototype) && !name.startsWith('__'))

type Form = (random: Random, inner: (less?: number) => string) => string

const member: Form = (random, inner) => {
  const name = random.one(NAMES)
  return random.is(0.7) ? `(${inner()})[${split(name)}]` : `(${inner()})[${inner()}]`
}

const FORMS: readonly Form[] = [
  member,
  member,
  (random, inner) => `(${inner()}).${random.one(NAMES.filter((name) => !/^\d/.test(name)))}`,
  // What a row has under the name of a method is called by the function of that name, if it is called through the row.
  (random, inner) => `${random.one(FUNCTIONS.slice(0, 16))}(datum, ${inner()}, ${inner()})`,
  (random, inner) => `${random.one(FUNCTIONS)}(${[inner(), ...random.some(3, () => inner())].join(', ')})`,
  (random, inner) => `${random.one(OF_DATA)}("plain", ${text(random.one(NAMES))}, ${inner()})`,
  (random, inner) => `vlSelectionResolve("plain", ${inner()}, ${random.is(0.5)}, ${random.is(0.5)})`,
  (random, inner) =>
    `vlSelectionTuples([{datum: ${inner()}}], {unit: ${split(random.one(NAMES))}, fields: [{field: ${split(random.one(NAMES))}}]})`,
  (random, inner) => `${random.one(OF_SCALE)}(${text(random.one(SCALES))}, ${inner()}, ${inner()})`,
  (random, inner) => (random.is(0.02) ? `${random.one([...REFUSED, ...OF_DATA, ...OF_SCALE])}(${inner()})` : inner()),
  (random, inner) => `[${random.some(3, () => inner()).join(', ')}]`,
  (random, inner) =>
    `{${[...new Set(random.some(3, () => random.one(random.is(0.02) ? NAMES : SAFE)))].map((name) => `${text(name)}: ${inner()}`).join(', ')}}`,
  (random, inner) => `(${inner()} ${random.one(BINARY)} ${inner()})`,
  (random, inner) => `(${random.one(['!', '-', '+', '~'])}${inner()})`,
  (_, inner) => `(${inner()} ? ${inner()} : ${inner()})`,
  (random, inner) => `(${inner()} ${random.one(['&&', '||'])} ${inner()})`,
  (_, inner) => `(${inner()})["const" + "ructor"]`,
  (random) =>
    `({})["const" + "ructor"].${random.one(['getPrototypeOf', 'defineProperties', 'assign', 'keys', 'create'])}`,
]
