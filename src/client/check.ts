import type { z } from 'zod'
import { describeProblems } from '../api/read.ts'
import { compileTest, type Test } from './compile.ts'

const tests = new WeakMap<z.ZodType, Test>()

/**
 * What is wrong with a value, in words; nothing when it fits. The value itself is what the caller goes on with: schemas
 * change nothing.
 */
export function problemsOf(schema: z.ZodType, value: unknown): readonly string[] {
  if (testFor(schema)(value)) return []
  const result = schema.safeParse(value)
  return result.success ? [] : describeProblems(result.error)
}

function testFor(schema: z.ZodType): Test {
  const known = tests.get(schema)
  if (known !== undefined) return known
  const test = compileTest(schema)
  tests.set(schema, test)
  return test
}
