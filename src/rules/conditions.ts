import { askIfMeant, didYouMean, isMap, isSlipOf, nearest } from '@boardwright/common'
import type { ValuePath } from '../content/problem.ts'
import { compileMatcher } from './matcher.ts'
import { type FieldType, isAbsent, typeWords } from './types.ts'

/** Whether a value is as a rule says it must be, and how to say that: `at least 20 characters long`. */
export interface ValueTest {
  readonly holds: (value: unknown) => boolean
  readonly says: string
  /** Whether there is a pattern in it. */
  readonly isCostly?: boolean
}

/** A rule that cannot say whether something is as it must be. It is never taken for yes. */
export class NotJudged extends Error {}

/** Takes what is wrong with a condition, with the path to it: to its key, or to an offset into its text. */
export type Fault = (path: ValuePath, message: string, hint: string, where?: 'key' | number) => void

interface Word {
  /** The values that it can be asked of. */
  readonly of: (type: FieldType) => boolean
  /** What may stand behind it, in words. */
  readonly takes: (type: FieldType) => string
  readonly isTaken: (argument: unknown, type: FieldType) => boolean
  readonly holds: (value: unknown, argument: unknown) => boolean
  readonly says: (argument: unknown) => string
}

const isScalar = (type: FieldType): boolean => typeof type === 'string'
const isList = (type: FieldType): boolean => typeof type === 'object' && 'list' in type
const isText = (type: FieldType): boolean => type === 'text'
const isNumber = (type: FieldType): boolean => type === 'number'
const hasLength = (type: FieldType): boolean => isText(type) || isList(type)
const isOfType = (value: unknown, type: FieldType): boolean =>
  type === 'text' ? typeof value === 'string' : typeof value === type

const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value))
const lengthOf = (value: unknown): number => (value as { readonly length: number }).length
const isCount = (argument: unknown): boolean => Number.isInteger(argument) && Number(argument) >= 0
const isNumeric = (argument: unknown): boolean => typeof argument === 'number' && Number.isFinite(argument)
const one = (type: FieldType): string => typeWords(type)

const WORDS: Readonly<Record<string, Word>> = {
  equals: {
    of: isScalar,
    takes: one,
    isTaken: isOfType,
    holds: (value, argument) => value === argument,
    says: (argument) => `be ${shown(argument)}`,
  },
  oneOf: {
    of: isScalar,
    takes: (type) => `a list of which each is ${one(type)}`,
    isTaken: (argument, type) =>
      Array.isArray(argument) && argument.length > 0 && argument.every((each) => isOfType(each, type)),
    holds: (value, argument) => (argument as readonly unknown[]).includes(value),
    says: (argument) => `be one of ${(argument as readonly unknown[]).map(shown).join(', ')}`,
  },
  minLength: {
    of: hasLength,
    takes: () => 'a whole number of at least 0',
    isTaken: isCount,
    holds: (value, argument) => lengthOf(value) >= Number(argument),
    says: (argument) => `be at least ${argument} long`,
  },
  maxLength: {
    of: hasLength,
    takes: () => 'a whole number of at least 0',
    isTaken: isCount,
    holds: (value, argument) => lengthOf(value) <= Number(argument),
    says: (argument) => `be at most ${argument} long`,
  },
  min: {
    of: isNumber,
    takes: () => 'a number',
    isTaken: isNumeric,
    holds: (value, argument) => Number(value) >= Number(argument),
    says: (argument) => `be at least ${argument}`,
  },
  max: {
    of: isNumber,
    takes: () => 'a number',
    isTaken: isNumeric,
    holds: (value, argument) => Number(value) <= Number(argument),
    says: (argument) => `be at most ${argument}`,
  },
  unique: {
    of: (type) => typeof type === 'object' && 'list' in type && isScalar(type.list),
    takes: () => 'true',
    isTaken: (argument) => argument === true,
    holds: (value) => new Set(value as readonly unknown[]).size === lengthOf(value),
    says: () => 'have no value twice',
  },
}

const MORE = ['matches', 'every'] as const
const BARE = ['present', 'absent'] as const

/** The words that a value of this type can be asked with. */
export const conditionWords = (type: FieldType): string[] => [
  ...Object.keys(WORDS).filter((word) => WORDS[word]?.of(type)),
  ...(isText(type) ? ['matches'] : []),
  ...(isList(type) ? ['every'] : []),
]

/** A bare word that a text was meant to be: a slip in it would make a rule that finds everything, or nothing. */
const wordMeant = (said: string): string | undefined => BARE.find((word) => isSlipOf(said, word))

const PRESENT: ValueTest = { holds: (value) => isThere(value), says: 'be there' }
const ABSENT: ValueTest = { holds: (value) => !isThere(value), says: 'not be there' }
const NEVER: ValueTest = { holds: () => false, says: '' }

const isThere = (value: unknown): boolean => !isAbsent(value) && !(Array.isArray(value) && value.length === 0)

/**
 * A condition as it is written: `present`, `absent`, a value that it must equal, or words. What is absent is nothing but
 * `absent`.
 */
export function compileCondition(said: unknown, type: FieldType, path: ValuePath, fault: Fault): ValueTest {
  if (said === 'present') return PRESENT
  if (said === 'absent') return ABSENT
  if (isMap(said)) return compileWords(said, type, path, fault)
  const equals = WORDS['equals'] as Word
  if (equals.of(type) && equals.isTaken(said, type)) {
    const meant = typeof said === 'string' ? wordMeant(said) : undefined
    if (meant === undefined) return whereThere(equals, said)
    fault(path, `"${said}" is nearly a word`, `${askIfMeant(meant)} If the text is meant, write {equals: ${said}}.`)
    return NEVER
  }
  const words = [...BARE, ...conditionWords(type)]
  const near = typeof said === 'string' ? nearest(said, words) : undefined
  const form = isScalar(type) ? `, ${typeWords(type)}` : ''
  fault(
    path,
    `"${path.at(-1)}" cannot be asked like this`,
    didYouMean(near, `Write present, absent${form}, or a map with ${words.slice(2).join(', ')}.`) ?? '',
  )
  return NEVER
}

const whereThere = ({ holds, says }: Word, argument: unknown): ValueTest => ({
  holds: (value) => !isAbsent(value) && holds(value, argument),
  says: says(argument),
})

function compileWords(
  said: Readonly<Record<string, unknown>>,
  type: FieldType,
  path: ValuePath,
  fault: Fault,
): ValueTest {
  const all = Object.entries(said).map(([name, argument]) => compileWord(name, argument, type, [...path, name], fault))
  if (all.length === 0) fault(path, 'there is no word in it', `Write one of ${conditionWords(type).join(', ')}.`)
  return {
    holds: (value) => all.length > 0 && all.every(({ holds }) => holds(value)),
    says: all.map(({ says }) => says).join(' and '),
    isCostly: all.some(({ isCostly }) => isCostly),
  }
}

function compileWord(name: string, argument: unknown, type: FieldType, path: ValuePath, fault: Fault): ValueTest {
  if (name === 'every' && typeof type === 'object' && 'list' in type)
    return compileEvery(argument, type.list, path, fault)
  if (name === 'matches' && isText(type)) return compileMatch(argument, path, fault)
  const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
  if (word?.of(type)) {
    if (word.isTaken(argument, type)) return whereThere(word, argument)
    fault(path, `"${name}" takes ${word.takes(type)}`, `Write ${word.takes(type)}.`)
    return NEVER
  }
  const known = conditionWords(type)
  const isOther = word !== undefined || (MORE as readonly string[]).includes(name)
  const message = isOther ? `"${name}" cannot be asked of ${typeWords(type)}` : `there is no word "${name}"`
  fault(path, message, didYouMean(nearest(name, known), `Write one of ${known.join(', ')}.`) ?? '', 'key')
  return NEVER
}

function compileMatch(argument: unknown, path: ValuePath, fault: Fault): ValueTest {
  if (typeof argument !== 'string') {
    fault(path, '"matches" takes a text', 'Write a pattern, in quotes.')
    return NEVER
  }
  const matcher = compileMatcher(argument)
  if ('fault' in matcher) {
    fault(path, `the pattern cannot be used: ${matcher.fault}`, 'Write another pattern.')
    return NEVER
  }
  return {
    holds(value) {
      if (typeof value !== 'string') return false
      const isMatch = matcher.matches(value)
      if (isMatch === undefined) throw new NotJudged(`the text is too long for the pattern ${argument}`)
      return isMatch
    },
    says: `match ${argument}`,
    isCostly: true,
  }
}

/** Of a list of records: a map from their fields to conditions. */
function compileEvery(argument: unknown, type: FieldType, path: ValuePath, fault: Fault): ValueTest {
  if (typeof type !== 'object' || !('of' in type)) {
    const { holds, says, ...more } = compileCondition(argument, type, path, fault)
    return { ...more, holds: (value) => Array.isArray(value) && value.every(holds), says: `each ${says}` }
  }
  if (!isMap(argument)) {
    fault(path, '"every" takes a map here', `Write conditions on ${Object.keys(type.of).join(', ')}.`)
    return NEVER
  }
  const all = Object.entries(argument).flatMap(([name, said]) => {
    const own = fieldOf(type.of, name, [...path, name], fault)
    return own === undefined ? [] : [{ name, ...compileCondition(said, own, [...path, name], fault) }]
  })
  return {
    holds: (value) =>
      Array.isArray(value) && value.every((each) => isMap(each) && all.every(({ name, holds }) => holds(each[name]))),
    says: all.map(({ name, says }) => `each ${name} must ${says}`).join(' and '),
    isCostly: all.some(({ isCostly }) => isCostly),
  }
}

/** The type of a field; undefined if there is none of that name, which is a fault. */
export function fieldOf(
  types: Readonly<Record<string, FieldType>>,
  name: string,
  path: ValuePath,
  fault: Fault,
): FieldType | undefined {
  if (Object.hasOwn(types, name)) return types[name]
  const known = Object.keys(types)
  fault(
    path,
    `there is no field "${name}"`,
    didYouMean(nearest(name, known), `Write one of ${known.join(', ')}.`) ?? '',
    'key',
  )
  return undefined
}
