import type { z } from 'zod'
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
