import { z } from 'zod'
import { CommitSchema } from './commit-schema.ts'
import type { ComparedWith } from './compared.ts'

export const ComparedSchema: z.ZodType<ComparedWith> = z.discriminatedUnion('known', [
  z.object({
    ...{ known: z.literal(true), branch: z.string(), commit: CommitSchema },
    isSame: z.literal(true).optional().describe('The branch has this commit: only what is not committed is new.'),
    isEmpty: z.literal(true).optional().describe('It has no content yet: nothing counts as new.'),
  }),
  z.object({ known: z.literal(false), because: z.string(), hint: z.string() }),
])
