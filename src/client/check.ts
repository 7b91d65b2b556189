import { z } from 'zod'
import { describeProblems } from '../api/read.ts'
import { fits } from '../fits.ts'

/**
 * What is wrong with a value, in words; nothing when it fits. The value itself is what the caller goes on with: schemas
 * change nothing.
 */
export function problemsOf(schema: z.ZodType, value: unknown): readonly string[] {
  if (fits(schema, value)) return []
  const result = schema.safeParse(value)
  return result.success ? [] : describeProblems(result.error)
}

/** What each row of a list is; undefined for what is no list. */
export function rowSchemaOf(response: z.ZodType): z.ZodType | undefined {
  const items: unknown = response instanceof z.ZodObject ? response.shape['items'] : undefined
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined
}
