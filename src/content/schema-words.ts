import { z } from 'zod'
import type { ValuePath } from './problem.ts'

/** What to do about a value that does not fit, if its type alone does not say; for example, where to look it up. */
export const STEPS = z.registry<{
  readonly step?: string
  /** A value to paste if the key is missing. */
  readonly fresh?: (file: string, path: ValuePath) => string
}>()

/** The schema inside lazy, optional, nullable and default wrappers. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodLazy) return inner(schema.unwrap() as z.ZodType)
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return wrapped ? inner(schema.unwrap() as z.ZodType) : schema
}

/** All schemas for a place. A union may have several. */
export function schemasAt(schema: z.ZodType, path: ValuePath): readonly z.ZodType[] {
  const at = inner(schema)
  if (at instanceof z.ZodUnion) return at.options.flatMap((option) => schemasAt(option as z.ZodType, path))
  const [step, ...rest] = path
  if (step === undefined) return [at]
  const below = stepInto(at, step)
  return below === undefined ? [] : schemasAt(below, rest)
}

function stepInto(at: z.ZodType, step: string | number): z.ZodType | undefined {
  if (at instanceof z.ZodObject) return (at.shape as Readonly<Record<string, z.ZodType>>)[step]
  if (at instanceof z.ZodRecord) return at.valueType as z.ZodType
  if (at instanceof z.ZodArray) return at.element as z.ZodType
  return at instanceof z.ZodTuple ? (at.def.items[Number(step)] as z.ZodType | undefined) : undefined
}

export const keysOf = (schemas: readonly z.ZodType[]): string[] =>
  schemas.flatMap((at) => (at instanceof z.ZodObject ? Object.keys(at.shape) : []))

/** What may be written there, in words that fit after "Write"; undefined if anything may. */
export function allowed(schemas: readonly z.ZodType[]): string | undefined {
  const words = [...new Set(schemas.map(wordsFor))]
  if (words.length === 0 || words.includes(ANYTHING)) return undefined
  return words.length === 1 ? words[0] : words.map((each) => each.replace(MORE, '')).join(' or ')
}

const ANYTHING = ''
/** Details that fit one schema but would be too much for several. */
const MORE = /[,:] (each entry|keys with values).*/

const WORDS: readonly (readonly [is: (at: z.ZodType) => boolean, words: (at: never) => string])[] = [
  [(at) => at instanceof z.ZodString, ({ minLength, maxLength }: z.ZodString) => `a text${long(minLength, maxLength)}`],
  [(at) => at instanceof z.ZodISODate, () => 'a day, such as 2027-01-31'],
  [(at) => at instanceof z.ZodNumber, (at: z.ZodNumber) => (at.isInt ? `a whole number${within(at)}` : 'a number')],
  [(at) => at instanceof z.ZodBoolean, () => 'true or false'],
  [(at) => at instanceof z.ZodNull, () => 'null'],
  [(at) => at instanceof z.ZodEnum, ({ options }: z.ZodEnum) => `one of ${options.join(', ')}`],
  [
    (at) => at instanceof z.ZodLiteral,
    ({ values }: z.ZodLiteral) =>
      [...values].map((each) => (typeof each === 'string' ? `"${each}"` : String(each))).join(' or '),
  ],
  [(at) => at instanceof z.ZodArray || at instanceof z.ZodTuple, () => 'a list, each entry after a "-"'],
  [(at) => at instanceof z.ZodRecord, () => 'a map: keys with values, one a line'],
  [(at) => at instanceof z.ZodObject, ({ shape }: z.ZodObject) => `a map with ${Object.keys(shape).join(', ')}`],
]

const wordsFor = (at: z.ZodType): string => WORDS.find(([is]) => is(at))?.[1](at as never) ?? ANYTHING

function long(least: number | null, most: number | null): string {
  if (most === null) return least ? ` of at least ${least} character${least === 1 ? '' : 's'}` : ''
  return least ? ` of ${least} to ${most} characters` : ` of at most ${most} characters`
}

/** Every whole number is bounded by the safe integers; people need not read that. */
function within({ minValue, maxValue }: z.ZodNumber): string {
  const [least, most] = [meant(minValue), meant(maxValue)]
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` of at least ${least}`
  return most === undefined ? '' : ` of at most ${most}`
}

const meant = (bound: number | null): number | undefined =>
  bound !== null && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
