import { fits, testOf } from '@boardwright/common'
import { z } from 'zod'
import { describeProblems } from '../api/read.ts'

/** As many as say what is wrong. An answer may have thousands, one for each of its rows. */
const MOST_PROBLEMS = 20

/**
 * The problems of a value, in words; undefined if it fits. Callers keep using the value itself, because schemas change
 * nothing.
 */
export function problemsOf(schema: z.ZodType, value: unknown): readonly string[] {
  if (fits(schema, value)) return []
  const issues: z.core.$ZodIssue[] = []
  for (const issue of issuesIn(schema, value, [])) if (issues.push(issue) === MOST_PROBLEMS) break
  return describeProblems({ issues }, issues.length < MOST_PROBLEMS)
}

/** One by one, so that nobody waits for those that are not asked for: zod looks for all of them. */
function* issuesIn(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): Generator<z.core.$ZodIssue> {
  if (testOf(schema)(value)) return
  let isFound = false
  for (const [step, part, inner] of partsOf(schema, value)) {
    for (const issue of issuesIn(part, inner, [...path, step])) {
      isFound = true
      yield issue
    }
  }
  if (isFound) return
  const { error } = z.safeParse(schema, value)
  for (const issue of error?.issues ?? []) yield { ...issue, path: [...path, ...issue.path] }
}

type Part = readonly [step: PropertyKey, schema: z.core.$ZodType, value: unknown]

/** The rows of a list and the fields of an object, with their schemas. */
function* partsOf(schema: z.core.$ZodType, value: unknown): Generator<Part> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) yield* partsOf(schema.unwrap(), value)
  else if (schema instanceof z.ZodArray && Array.isArray(value))
    for (const [index, inner] of value.entries()) yield [index, schema.element, inner]
  else if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [key, part] of Object.entries(schema.shape)) yield [key, part, Reflect.get(value, key)]
}

/** The schema of a list's rows; undefined if it is not a list. */
export function rowSchemaOf(response: z.ZodType): z.ZodType | undefined {
  const items: unknown = response instanceof z.ZodObject ? response.shape['items'] : undefined
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined
}
