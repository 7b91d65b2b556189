import { BoardwrightError, jsonIn } from '@boardwright/common'
import { z } from 'zod'
import { CommitSchema } from '../content/commit-schema.ts'
import { printableName } from '../content/printable.ts'
import { firstFault } from '../content/schema-problems.ts'
import { Numbers } from './numbers.ts'

const texts = z.array(z.string()).readonly()

/** What `try --json` prints: each part is null if it was not asked for, or did not come to be. */
export const TryFile = z.object({
  format: z.literal(1),
  name: z.string(),
  target: z.string(),
  project: z.string(),
  /** Path from the root of the repository to the project, for the files of `problems`. */
  directory: z.string(),
  /** Problems of the data model. If there are any, nothing was copied. */
  problems: z
    .array(
      z.looseObject({
        code: z.string(),
        message: z.string(),
        severity: z.string(),
        file: z.string(),
        line: z.number().optional(),
      }),
    )
    .readonly(),
  /** The data model on a branch of its own. */
  model: z
    .object({
      branch: z.string(),
      base: z.string(),
      created: z.boolean(),
      written: z.int(),
      deleted: z.int(),
      leftOut: texts.describe('Files that only an upload can write.'),
      remains: texts.describe('What was left behind.'),
      api: z.string().optional().describe('Its data API.'),
    })
    .nullable(),
  copies: z
    .object({
      folder: texts,
      commit: CommitSchema,
      expires: z.string(),
      dashboards: z.array(z.object({ slug: z.string(), name: z.string(), url: z.string().optional() })).readonly(),
      kept: texts.describe('What people made of it.'),
      failed: z.array(z.object({ title: texts, message: z.string() })).readonly(),
      shown: texts.optional().describe('What was removed although somebody had put it on a dashboard right before.'),
    })
    .nullable(),
  numbers: Numbers.nullable(),
})
export type TryFile = z.output<typeof TryFile>

export function readTryFile(text: string, file: string): TryFile {
  const value = jsonIn(text)
  const read = TryFile.safeParse(value)
  if (read.success) return read.data
  const fault = printableName(firstFault(TryFile, value))
  throw new BoardwrightError('USAGE', `${file} is not what \`boardwright try --json\` prints: ${fault}`, {
    hint: `Write it with \`boardwright try --json > ${file}\`.`,
  })
}
