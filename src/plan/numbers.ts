import { z } from 'zod'
import { CommitSchema } from '../content/commit-schema.ts'
import { ComparedSchema } from '../content/compared-schema.ts'

const Count = z.int().min(0)
const Total = z.number().nullable()

const Measure = z.object({
  name: z.string(),
  was: z.string().optional(),
  /** Set if only one side has it. */
  only: z.enum(['before', 'after']).optional(),
  /** Whether its rows may be added up; those of an average may not. */
  isSum: z.boolean(),
  before: Total,
  after: Total,
  /**
   * The number of rows on both sides in which it differs, and the largest such difference relative to the value before.
   */
  rows: Count,
  most: z.number().min(0).nullable(),
})

const Report = z.object({
  /** Path of the report's file. */
  report: z.string(),
  name: z.string(),
  because: z.string(),
  error: z.string().optional(),
  errorBefore: z.string().optional(),
  isNew: z.literal(true).optional(),
  compared: z
    .object({
      measures: z.array(Measure).readonly(),
      rows: z.object({ before: Count, after: Count, both: Count, came: Count, went: Count }),
      isPartial: z.boolean(),
      isSame: z.boolean(),
    })
    .optional(),
})

/** How the rows of affected reports compare before and after. */
export const Numbers = z.object({
  target: z.string(),
  branch: z.string().nullable(),
  /** The commit that the preview was made at, if it has a data model; null if it does not say. */
  commit: CommitSchema.nullable().optional(),
  base: z.string(),
  /** Not there if the base is a target. */
  comparedWith: ComparedSchema.optional(),
  reports: z.array(Report).readonly(),
  same: Count,
  notAsked: z.array(z.string()).readonly(),
  /** Affected too, but only the platform can run the Python that makes their rows. */
  byPython: z.array(z.string()).readonly(),
  /** Affected only by the changed data model, which is on no branch of this name. */
  needBranch: z.array(z.string()).readonly(),
  queries: Count,
  skipped: z.string().optional(),
})
export type Numbers = z.output<typeof Numbers>
