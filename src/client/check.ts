import { z } from 'zod'
import { describeProblems } from '../api/read.ts'

const compiled = new WeakMap<z.ZodType, z.ZodType>()

/**
 * What is wrong with a value, in words; nothing when it fits. Compiled and without a copy of the value, because this
 * runs over everything that is read. The value itself is what the caller goes on with: schemas change nothing.
 */
export function problemsOf(schema: z.ZodType, value: unknown): readonly string[] {
  if (fast(schema).validate(value)) return []
  const result = schema.safeParse(value)
  return result.success ? [] : describeProblems(result.error)
}

function fast(schema: z.ZodType): z.ZodType {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const made = z.compile(schema)
  compiled.set(schema, made)
  return made
}
