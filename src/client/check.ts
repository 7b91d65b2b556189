import { z } from 'zod'
import { describeProblems } from '../api/read.ts'
import { fits } from '../fits.ts'

/**
 * The problems of a value, in words; undefined if it fits. Callers keep using the value itself, because schemas change
 * nothing.
 */
export function problemsOf(schema: z.ZodType, value: unknown): readonly string[] {
  if (fits(schema, value)) return []
  const result = schema.safeParse(value)
  return result.success ? [] : describeProblems(result.error)
}

/** The schema of a list's rows; undefined if it is not a list. */
export function rowSchemaOf(response: z.ZodType): z.ZodType | undefined {
  const items: unknown = response instanceof z.ZodObject ? response.shape['items'] : undefined
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined
}
