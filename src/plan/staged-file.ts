import { BoardwrightError, jsonIn } from '@boardwright/common'
import { z } from 'zod'
import { NumbersFile } from './numbers-file.ts'

/** The part of `stage --json` that a comment uses. */
const StagedFile = z.object({
  format: z.literal(1),
  name: z.string(),
  folder: z.array(z.string()),
  expires: z.string(),
  branch: z.string().nullable(),
  dashboards: z.array(z.object({ name: z.string(), slug: z.string(), url: z.string().optional() })),
  kept: z.array(z.string()),
  /** Problems of the data model. If there are any, nothing was copied. */
  problems: z.array(z.object({ message: z.string(), file: z.string(), line: z.number().optional() })).default([]),
  failed: z.array(z.object({ title: z.array(z.string()), message: z.string() })).default([]),
})
export type StagedFile = z.output<typeof StagedFile>

export const readStaged = (text: string, file: string): StagedFile => readAs(StagedFile, text, file, 'stage')

export const readNumbersFile = (text: string, file: string): NumbersFile => readAs(NumbersFile, text, file, 'numbers')

function readAs<T>(schema: z.ZodType<T>, text: string, file: string, command: string): T {
  const read = schema.safeParse(jsonIn(text))
  if (read.success) return read.data
  throw new BoardwrightError('USAGE', `${file} is not what \`boardwright ${command} --json\` prints`)
}
