import { z } from 'zod'
import { BoardwrightError } from '../errors.ts'
import { parseJson } from '../json.ts'

/** What `stage --json` prints, as far as a comment tells it. */
const StagedFile = z.looseObject({
  format: z.literal(1),
  name: z.string(),
  folder: z.array(z.string()),
  expires: z.string(),
  branch: z.string().nullable(),
  dashboards: z.array(z.looseObject({ name: z.string(), slug: z.string(), url: z.string().optional() })),
  kept: z.array(z.string()),
})
export type StagedFile = z.output<typeof StagedFile>

export function readStaged(text: string, file: string): StagedFile {
  const read = StagedFile.safeParse(parsed(text))
  if (read.success) return read.data
  throw new BoardwrightError('USAGE', `${file} is not what \`boardwright stage --json\` prints`)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
