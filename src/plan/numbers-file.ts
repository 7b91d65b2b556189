import { z } from 'zod'

const Count = z.int().min(0)
const Total = z.number().nullable()

const Report = z.object({
  /** Its file. */
  report: z.string(),
  name: z.string(),
  because: z.string(),
  error: z.string().optional(),
  errorBefore: z.string().optional(),
  isNew: z.literal(true).optional(),
  compared: z
    .object({
      measures: z
        .array(z.object({ name: z.string(), was: z.string().optional(), before: Total, after: Total, rows: Count }))
        .readonly(),
      rows: z.object({ before: Count, after: Count, came: Count, went: Count }),
      isPartial: z.boolean(),
      isSame: z.boolean(),
    })
    .optional(),
})

/** What `numbers --json` prints. */
export const NumbersFile = z.object({
  format: z.literal(1),
  target: z.string(),
  branch: z.string().nullable(),
  base: z.string(),
  reports: z.array(Report).readonly(),
  same: Count,
  notAsked: z.array(z.string()).readonly(),
  queries: Count,
  skipped: z.string().optional(),
})
export type NumbersFile = z.output<typeof NumbersFile>
