import { z } from 'zod'

/** Where a server works. */
export interface ServerPlace {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The day, for rules that expire. */
  readonly today: () => string
  /** Logs for people, never for the client. */
  readonly log: (text: string) => void
}

export interface Call extends ServerPlace {
  readonly signal: AbortSignal
  readonly say: (progress: string) => void
}

export interface Reply {
  /** What the command prints with `--json`. */
  readonly document: Readonly<Record<string, unknown>>
  /** Draws PNGs of at most `most` bytes. They are made last, to fit the room that is left. */
  readonly pictures?: readonly ((most: number) => Promise<Uint8Array | undefined>)[]
}

/** What a tool does to the tree. `platform` says whether it also reads the platform. */
export type Does = 'reads' | 'adds' | 'changes'

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly title: string
  readonly description: string
  readonly does: Does
  /** Whether repeating a call changes nothing more. */
  readonly repeats: boolean
  readonly platform: boolean
  readonly input: Input
  /** The keys of the document. A long document may be in a file instead. */
  readonly output: z.ZodRawShape
  readonly run: (input: z.output<Input>, call: Call) => Promise<Reply>
}

/** Keeps the type of the input for `run`, and gives every tool the same type. */
export const tool = <Input extends z.ZodObject>(each: Tool<Input>): Tool => each as unknown as Tool

export const ToolTarget = z
  .string()
  .optional()
  .describe('A target of boardwright.yaml. It may be left out where there is only one.')

export const Problems = z.array(
  z.looseObject({
    code: z.string(),
    severity: z.enum(['error', 'warning']),
    message: z.string(),
    hint: z.string(),
    why: z.string().optional(),
    good: z.looseObject({}).optional().describe('Fields of something that is as the rule wants it.'),
    file: z.string(),
    line: z.int().optional(),
    column: z.int().optional(),
  }),
)

export const Edits = z.array(
  z.object({
    action: z.enum(['created', 'edited', 'moved', 'removed']),
    file: z.string(),
    from: z.string().optional(),
  }),
)
