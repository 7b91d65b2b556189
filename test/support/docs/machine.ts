import { z } from 'zod'
import { type ApplyEvent, COUNTED, PHASES, type Result } from '../../../src/apply/events.ts'
import { ComparedSchema } from '../../../src/content/compared-schema.ts'
import { KINDS } from '../../../src/content/kinds.ts'
import { PlanFile } from '../../../src/plan/plan-file.ts'

/** Schemas of what programs read. The types at the end make sure that they match the code. */

export const Failure = z
  .object({
    code: z.string().regex(/^BW-E\d{4}$/),
    message: z.string(),
    hint: z.string(),
    exit: z.int().describe('The exit status that it has.'),
    at: z.object({ file: z.string(), line: z.int().optional(), column: z.int().optional() }).optional(),
    http: z
      .object({
        endpoint: z.string(),
        tries: z.int(),
        status: z.int().optional(),
        requestId: z.string().optional(),
        ambiguous: z.boolean().optional().describe('A write that may have been done all the same.'),
      })
      .catchall(z.unknown())
      .optional(),
  })
  .describe('An error with its permanent code.')

const ErrorLine = z
  .strictObject({ format: z.literal(1), error: Failure })
  .meta({ title: 'An error: one line on stderr, with --json' })

export const ProblemRow = z.object({
  code: z.string().regex(/^BW-E\d{4}$/),
  rule: z.string().optional().describe('The rule of the house that found it.'),
  severity: z.enum(['error', 'warning']),
  before: z.literal(true).optional().describe('It was there before the change that is looked at.'),
  message: z.string(),
  hint: z.string(),
  why: z.string().optional().describe('Why there is that rule.'),
  good: z.looseObject({}).optional().describe('Fields of something that is as the rule wants it.'),
  file: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
})

export const Problems = z
  .object({
    format: z.literal(1),
    problems: z.array(ProblemRow),
    comparedWith: ComparedSchema.optional().describe('What tells new problems from old ones; of `validate` alone.'),
    waived: z
      .array(ProblemRow.extend({ waiver: z.object({ reason: z.string(), owner: z.string(), expires: z.string() }) }))
      .optional()
      .describe('What waivers cover; of `validate` alone.'),
    membersNotChecked: z
      .string()
      .nullable()
      .optional()
      .describe('Why members of queries were not looked up in the data model; null where they were.'),
    directory: z
      .string()
      .optional()
      .describe(
        'From the top of the repository to the project, with a slash at its end. Files are named from the project.',
      ),
    project: z.string().nullable().optional().describe('The id of the project; null where boardwright.yaml has none.'),
  })
  .meta({ title: 'What validate --json prints' })

export const Key = z.templateLiteral([z.enum(KINDS), '/', z.string()])
export const Title = z.array(z.string()).describe('Names from the root.')
const VERBS = ['create', 'update', 'open', 'draft', 'publish', 'share', 'record', 'delete', 'look'] as const

const step = {
  phase: z.enum(PHASES),
  key: Key,
  title: Title,
  verb: z.enum(VERBS),
  detail: z.string().optional(),
}
const failed = { ...step, error: Failure }
const skipped = { ...step, because: Key.describe('The object that was not written, and that the step needs.') }
const Named = z.object({ key: Key, title: Title })
const Slipped = Named.extend({ what: z.array(z.string()) })
const Published = Named.extend({ version: z.int(), address: z.string().optional() })
const Count = z.object({ done: z.int(), total: z.int() })
type Counted = keyof Result['counts']
const Counts = Object.fromEntries(Object.values(COUNTED).map((name) => [name, Count])) as Record<Counted, typeof Count>

const ResultData = z.object({
  applied: z.array(Key),
  published: z.array(Published),
  failed: z.array(z.object(failed)),
  skipped: z.array(z.object(skipped)),
  review: z.array(Named).describe('Dashboards that wait for a review.'),
  slipped: z.array(Slipped).describe('Dashboards that were published with something that the plan did not name.'),
  shown: z
    .array(Named.extend({ where: z.string() }))
    .describe('Reports that were deleted, each with a dashboard that somebody put it on right before.'),
  interrupted: z.boolean(),
  timedOut: z.boolean().describe('It was interrupted because the time of --timeout was over.'),
  requests: z.int(),
  counts: z.object(Counts),
  viewers: z
    .object({ see: z.enum(['none', 'old', 'new', 'some new']), old: z.array(Named), newModel: z.boolean() })
    .describe('What viewers see at the end.'),
  left: z.array(z.object(step)).describe('Steps that the next run has to do.'),
  exit: z.int(),
})

const line = {
  format: z.literal(1),
  target: z.string().optional().describe('Where one run is for several targets: which.'),
}
export const Events = z
  .discriminatedUnion('type', [
    z.object({ ...line, type: z.literal('phase'), phase: z.enum(PHASES), steps: z.int() }),
    z.object({ ...line, type: z.literal('started'), ...step }),
    z.object({ ...line, type: z.literal('done'), ...step }),
    z.object({ ...line, type: z.literal('failed'), ...failed }),
    z.object({ ...line, type: z.literal('skipped'), ...skipped }),
    Published.extend({ ...line, type: z.literal('published') }),
    z.object({ ...line, type: z.literal('review'), key: Key, title: Title }),
    z.object({ ...line, type: z.literal('altered'), key: Key, title: Title, units: z.array(z.string()) }),
    z.object({ ...line, type: z.literal('slipped'), key: Key, title: Title, what: z.array(z.string()) }),
    z.object({ ...line, type: z.literal('shown'), key: Key, title: Title, where: z.string() }),
    z.object({ ...line, type: z.literal('model'), text: z.string() }),
    z.object({
      ...line,
      type: z.literal('retry'),
      endpoint: z.string(),
      reason: z.string(),
      tries: z.int(),
      mostTries: z.number().int(),
      waitMs: z.number(),
    }),
    z.object({ ...line, type: z.literal('summary'), result: ResultData }),
  ])
  .meta({ title: 'One line of what apply --json prints' })

/** By the name of the file in docs/schemas. */
export const MACHINE = { plan: PlanFile, events: Events, problems: Problems, error: ErrorLine } as const

export const schemaText = (name: keyof typeof MACHINE): string =>
  `${JSON.stringify(z.toJSONSchema(MACHINE[name], { io: 'input' }), null, 2)}\n`

/** An event exactly as it is printed. A new kind of event or a new key fails to compile here. */
type Printed<T> = T extends { readonly error: unknown }
  ? Omit<T, 'error'> & { error: z.output<typeof Failure> }
  : T extends { readonly result: Result }
    ? Omit<T, 'result'> & { result: Omit<Result, 'failed'> & { failed: z.output<typeof ResultData>['failed'] } }
    : T
type Kind = z.output<typeof Events>['type']
type KeysOf<T, K> = T extends { readonly type: infer U } ? (K extends U ? Exclude<keyof T, 'type'> : never) : never
type Missing = {
  [K in Kind | ApplyEvent['type']]: Exclude<KeysOf<Printed<ApplyEvent>, K>, KeysOf<z.output<typeof Events>, K>>
}[Kind | ApplyEvent['type']]
type MissingInResult = Exclude<keyof Result, keyof z.output<typeof ResultData>>

export const missing: [Missing | MissingInResult] extends [never] ? 'nothing' : Missing | MissingInResult = 'nothing'
