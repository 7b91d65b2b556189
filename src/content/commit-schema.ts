import { z } from 'zod'

/** The hash of a commit, or its start. */
export const CommitSchema = z.string().regex(/^[0-9a-f]{7,64}$/)
