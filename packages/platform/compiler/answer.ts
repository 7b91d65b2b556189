import { z } from 'zod'

/** What the process that compiles is asked, and what it answers. */

export interface Asked {
  /** The manifests of the packages. */
  readonly compiler: string
  readonly templates?: string | undefined
  /** By their path in the model. */
  readonly files: readonly (readonly [path: string, text: string])[]
}

const Member = z.object({
  /** Such as `orders.count`. */
  name: z.string(),
  list: z.enum(['measures', 'dimensions', 'segments', 'hierarchies']),
  type: z.string().optional(),
  isVisible: z.boolean(),
  granularities: z.array(z.string()),
  /** The cubes that lead to it, from the first one on. */
  path: z.array(z.string()),
})

const Cube = z.object({
  name: z.string(),
  isVisible: z.boolean(),
  /** The cubes that it joins. */
  joins: z.array(z.string()),
  members: z.array(Member),
})
export type CompiledOwner = z.output<typeof Cube>

const Refused = z.object({
  message: z.string(),
  /** The path in the model, where it is known. */
  file: z.string().optional(),
  /** The cube or view that it is about. */
  owner: z.string().optional(),
})
export type CompileError = z.output<typeof Refused>

export const Answer = z.discriminatedUnion('end', [
  z.object({ end: z.literal('compiled'), owners: z.array(Cube) }),
  z.object({ end: z.literal('refused'), errors: z.array(Refused).min(1) }),
  /** The compiler itself broke. */
  z.object({ end: z.literal('broken'), message: z.string() }),
])
export type Answer = z.output<typeof Answer>
