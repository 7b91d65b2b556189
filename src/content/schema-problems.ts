import { didYouMean, fits, isMap, JsonNumber, nearest } from '@boardwright/common'
import { z } from 'zod'
import { someOf } from './counted.ts'
import { stepForUnknown } from './misplaced-keys.ts'
import type { Marked, PlaceOf, Problem, ValuePath } from './problem.ts'
import { allowed, keysOf, STEPS, schemasAt } from './schema-words.ts'

interface Located {
  readonly placeOf: PlaceOf
}

/** Turns the issues of a schema into problems, in plain words and with places in the file. */
export function schemaProblems(document: Located, schema: z.ZodType, value: unknown): Problem[] {
  if (fits(schema, value)) return []
  const checked = schema.safeParse(value, { reportInput: true })
  return checked.success ? [] : problemsOf(document, schema, checked.error.issues, [])
}

/** The first problem of a file that a program wrote. */
export function firstFault(schema: z.ZodType, value: unknown): string {
  const nowhere = { placeOf: () => ({ at: { file: '' }, length: 0 }) }
  return schemaProblems(nowhere, schema, value)[0]?.message ?? 'it has another form'
}

/** JavaScript maps silently drop the key `__proto__` and schemas never see it, so we refuse it. */
const PROTOTYPE = '__proto__'

function lostNames(schema: z.ZodType, value: unknown, path: ValuePath): ValuePath[] {
  const at = unwrap(schema)
  if (at instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => lostNames(at.element as z.ZodType, item, [...path, index]))
  }
  if (!isMap(value)) return []
  if (at instanceof z.ZodObject) {
    const known = Object.entries(at.shape as Readonly<Record<string, z.ZodType>>)
    return known.flatMap(([key, inner]) =>
      Object.hasOwn(value, key) ? lostNames(inner, value[key], [...path, key]) : [],
    )
  }
  if (!(at instanceof z.ZodRecord) || at.valueType instanceof z.ZodUnknown) return []
  const own = Object.hasOwn(value, PROTOTYPE) ? [[...path, PROTOTYPE]] : []
  const inner = Object.entries(value).flatMap(([key, item]) =>
    lostNames(at.valueType as z.ZodType, item, [...path, key]),
  )
  return [...own, ...inner]
}

export const lostNameProblems = (document: Located, schema: z.ZodType, value: unknown): Problem[] =>
  lostNames(schema, value, []).map((path) => ({
    ...problem(document.placeOf(path, 'key'), `"${PROTOTYPE}" cannot be a name`),
    hint: 'Choose another one: programs that read JSON lose it.',
  }))

type Issue = z.core.$ZodIssue

function problemsOf(document: Located, schema: z.ZodType, issues: readonly Issue[], base: ValuePath): Problem[] {
  return firstOfEachKey(issues).flatMap((issue): Problem[] => {
    const path = [...base, ...issue.path.filter((part) => typeof part !== 'symbol')]
    if (isMissing(issue)) return [missing(document, schema, path)]
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => unknownKey(document, schema, [...path, key]))
      case 'invalid_key':
        return issue.issues.map((inner) => ({
          ...problem(document.placeOf(path, 'key'), `${named(path)} ${wordsOf(inner)}`),
          hint: stepOfRule(inner) ?? stepInWords(inner) ?? 'Choose another name.',
        }))
      case 'invalid_union': {
        const meant = issue.errors.find((errors) => !errors.some(isAnotherType))
        if (meant) return problemsOf(document, schema, meant, path)
        return [
          {
            ...problem(document.placeOf(path), `${named(path)} ${unionWords(issue.errors, issue.input)}`),
            hint: stepFor(schema, path, issue),
          },
        ]
      }
      default:
        if (path.length === 0 && issue.input === null) return [emptyFile(document)]
        return [
          {
            ...problem(document.placeOf(path), `${named(path)} ${wordsOf(issue)}`),
            hint: stepFor(schema, path, issue),
          },
        ]
    }
  })
}

/** What has another type, or is too big for one rule, is not also told to be too big or too small for another. */
function firstOfEachKey(issues: readonly Issue[]): readonly Issue[] {
  const told = new Set<string>()
  return issues.filter(({ code, path }) => {
    const keyOf = (each: string): string => JSON.stringify([each, ...path.map(String)])
    const isTold = told.has(keyOf(code)) || told.has(keyOf('invalid_type'))
    told.add(keyOf(code))
    return !isTold || (code !== 'too_big' && code !== 'too_small')
  })
}

function emptyFile(document: Located): Problem {
  const empty = problem(document.placeOf([]), 'the file is empty: it has no keys')
  return { ...empty, hint: `Write its keys, bring it back with: git restore ${empty.at.file}, or remove it.` }
}

const ABSENT: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])
const isMissing = ({ code, input }: Issue): boolean => input === undefined && ABSENT.has(code)

const problem = (place: Marked, message: string): Problem => ({ kind: 'SCHEMA', ...place, message })

const named = (path: ValuePath): string => (path.length === 0 ? 'the file' : `"${valuePathText(path)}"`)

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input instanceof JsonNumber && NUMBERS.has(issue.expected)
        ? `is a number with too many digits: ${issue.input}`
        : `must be ${article(issue.expected)}, not ${described(issue.input)}`
    case 'invalid_value':
      return `must be ${choiceOf(issue.values.map(String))}, not ${shown(issue.input)}`
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be at least ${issue.minimum}`
        : 'must not be empty'
    default:
      return issue.message.replace(/^Invalid \w+: /, '')
  }
}

const NUMBERS: ReadonlySet<string> = new Set(['number', 'int'])

function missing(document: Located, schema: z.ZodType, path: ValuePath): Problem {
  const key = String(path.at(-1))
  const found = problem(document.placeOf(path.slice(0, -1)), `${named(path)} is missing`)
  const at = schemasAt(schema, path)
  const fresh = at.flatMap((each) => STEPS.get(each)?.fresh ?? [])[0]
  if (fresh !== undefined)
    return {
      ...found,
      ...(path.length === 1 ? { lostKey: key } : {}),
      hint: `Add it: ${key}: ${fresh(found.at.file, path)}`,
    }
  const what = allowed(at)
  return { ...found, hint: `Add "${key}"${what === undefined ? '' : `: ${what}`}.` }
}

/** The hint: what may be written there, as close as possible to what is there now. */
function stepFor(schema: z.ZodType, path: ValuePath, issue: Issue): string {
  const meant = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const near = typeof issue.input === 'string' ? nearest(issue.input, meant) : undefined
  if (near !== undefined) return `did you mean "${near}"?`
  // The message already lists them.
  if (meant.length > 1) return 'Write one of them.'
  const at = schemasAt(schema, path)
  const own = at.flatMap((each) => STEPS.get(each)?.step ?? [])[0]
  return (
    requoted(at, issue.input) ??
    stepOfRule(issue) ??
    own ??
    stepInWords(issue) ??
    `Write ${allowed(at) ?? 'what it must be'}.`
  )
}

/** A hint from the schema's own rule. */
function stepOfRule(issue: Issue): string | undefined {
  const step = issue.code === 'custom' ? issue.params?.['step'] : undefined
  return typeof step === 'string' ? step : undefined
}

/** What follows `must be` in the message of a rule. */
function stepInWords(issue: Issue): string | undefined {
  const must =
    issue.code === 'custom' || issue.code === 'invalid_format'
      ? /must be (?:as [^:]+: )?(.+)$/s.exec(issue.message)
      : null
  return must ? `Write ${must[1]}.` : undefined
}

/** A hint about quotes: a text that needs them, or a number or boolean that must not have them. */
function requoted(at: readonly z.ZodType[], input: unknown): string | undefined {
  const fits = (value: unknown): boolean => at.some((each) => each.safeParse(value).success)
  if (typeof input === 'number' || typeof input === 'boolean' || input instanceof JsonNumber)
    return fits(String(input))
      ? `Put it in quotes: "${input}".`
      : at.some((each) => each instanceof z.ZodString)
        ? 'Put it in quotes, as it stands there.'
        : undefined
  if (typeof input !== 'string') return undefined
  const word = YES[input.toLowerCase()]
  if (word !== undefined && input !== String(word) && fits(word)) return `Write ${word}.`
  const bare = BARE.find(([text]) => text.test(input))
  return bare && fits(bare[1](input)) ? `Take the quotes away: ${input}.` : undefined
}

/** Words that other YAML readers take for true or false. */
const YES: Readonly<Record<string, boolean>> = {
  ...{ yes: true, on: true, y: true, true: true },
  ...{ no: false, off: false, n: false, false: false },
}

const BARE: readonly (readonly [text: RegExp, read: (text: string) => unknown])[] = [
  [/^-?\d+(\.\d+)?$/, Number],
  [/^(true|false)$/, (text) => text === 'true'],
]

/** Whether this branch of a union does not apply, because the value has another type. */
const isAnotherType = (issue: Issue): boolean =>
  issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')

function unionWords(branches: readonly (readonly Issue[])[], input: unknown): string {
  const expected = branches.flatMap(([issue]) => {
    if (issue?.code === 'invalid_type') return [article(issue.expected)]
    return issue?.code === 'invalid_value' ? issue.values.map((value) => `"${String(value)}"`) : []
  })
  return `must be ${listOf(expected, 'or')}, not ${shown(input)}`
}

const choiceOf = (values: readonly string[]): string =>
  values.length === 1 ? `${values[0]}` : `one of ${someOf(values, MOST_CHOICES)}`

const MOST_CHOICES = 20

const listOf = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const NAMES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  string: 'a text',
  object: 'a map',
  record: 'a map',
  array: 'a list',
  null: 'nothing',
  boolean: 'true or false',
}
const article = (type: string): string => NAMES[type] ?? `a ${type}`

function described(value: unknown): string {
  if (value === null) return 'nothing'
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof JsonNumber) return String(value)
  return article(Array.isArray(value) ? 'array' : typeof value)
}

const shown = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : described(value))

function unknownKey(document: Located, schema: z.ZodType, path: ValuePath): Problem {
  const key = String(path.at(-1))
  const known = keysOf(schemasAt(schema, path.slice(0, -1)))
  const step = stepForUnknown(schema, path, known) ?? didYouMean(nearest(key, known))
  return {
    ...problem(document.placeOf(path, 'key'), `unknown key "${key}"`),
    hint: step ?? `Remove it, or write one of ${known.join(', ')}.`,
  }
}

function unwrap(schema: z.ZodType): z.ZodType {
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return wrapped ? unwrap(schema.unwrap() as z.ZodType) : schema
}

export const valuePathText = (path: ValuePath): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('')
