import { expect } from 'vitest'
import { z } from 'zod'
import { ComparedSchema } from '../../../src/content/compared-schema.ts'
import { STATES } from '../../../src/fleet/standing.ts'
import { CommonPlanFile, PlanFile } from '../../../src/plan/plan-file.ts'
import { TryFile } from '../../../src/plan/try-file.ts'
import { OBJECT_STATES } from '../../../src/project/status.ts'
import { Events, Failure, Key, MACHINE, ProblemRow, Problems, Title } from './machine.ts'
import { code, table } from './markdown.ts'

const Count = z.int().min(0)
const texts = z.array(z.string())
const ShownMeanwhile = texts
  .optional()
  .describe('What was removed although somebody had put it on a dashboard right before.')
const FailedSteps = z.array(z.object({ title: texts, message: z.string() }))
const document = <T extends z.ZodRawShape>(shape: T) => z.object({ format: z.literal(1), ...shape })

/** The document of a command on several targets, which has one entry for each. */
const several = <T extends z.ZodRawShape>(shape: T) =>
  document({
    exit: z.int(),
    targets: z.array(z.object({ target: z.string(), exit: z.int(), ...z.object(shape).partial().shape })),
  })

const ofTarget = <T extends z.ZodRawShape>(shape: T) =>
  z.union([document({ target: z.string(), ...shape }), several({ ...shape, error: Failure })])

const Caller = z.object({ email: z.string(), isAdmin: z.boolean() }).loose()
const Deployments = z.array(z.object({ id: z.int(), name: z.string() }).loose())
const CheckRow = z.object({ what: z.string(), ok: z.boolean(), found: z.string(), next: z.string().optional() })
const Edge = z.object({
  by: z.string(),
  uses: z.string(),
  how: z.string(),
  at: z.object({ file: z.string(), line: z.int(), column: z.int() }).optional(),
  widget: z.string().optional(),
})
const TreeEdit = document({
  object: z.object({ kind: z.string(), at: z.string() }).loose(),
  files: z.array(z.object({ action: z.string(), file: z.string(), from: z.string().optional() })),
  notes: texts.describe('What to look at.'),
})
const Unreadable = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() })
const Standing = z.object({
  target: z.string(),
  state: z.enum(STATES),
  commit: z.string().nullable().describe('The newest commit that was applied.'),
  changes: Count,
  held: Count.nullable().describe('What an apply would hold. Null if it is not known.'),
  failed: Count,
  error: Unreadable.optional(),
})
const Wave = z.object({ number: z.int(), name: z.string(), targets: texts })
const Steps = z.array(z.object({ wave: z.int(), step: z.string(), targets: z.string(), commit: z.string() }))
const Drifted = { applied: z.string().nullable(), objects: z.array(z.looseObject({ key: Key, title: Title })) }

/**
 * What each command prints on stdout with `--json` if it succeeds. Long-running ones print events instead, one per
 * line.
 */
export const DOCUMENTS: Readonly<Record<string, z.ZodType>> = {
  adopt: z.union([
    document({
      target: z.string(),
      claims: z.array(
        z.object({
          ...{ key: Key, title: Title, file: z.string().optional(), slug: z.string().optional() },
          ...{ publicId: z.string().optional(), differs: texts },
          live: z.string().optional().describe('The live slug or public id that `--match` named.'),
        }),
      ),
      refused: z.array(z.object({ key: Key, title: Title, because: z.string() })),
      adopted: z.array(Key).describe('The objects whose record was written.'),
      failed: z.array(z.object({ key: Key, code: z.string(), message: z.string() })),
      unread: z
        .object({ code: z.string(), message: z.string() })
        .optional()
        .describe('Why the target could not be read again after slugs and ids were assigned. No record was written.'),
      proposals: z.array(
        z.object({
          ...{ kind: z.enum(['workbook', 'report']), ours: z.string(), theirs: z.string() },
          ...{ title: Title, because: z.string() },
        }),
      ),
      written: texts,
      model: z
        .object({ differ: Count.describe('Files that differ between repo and live.'), takeOver: z.string() })
        .optional()
        .describe('The data model is not managed yet: the command that takes it over.'),
    }),
    document({
      ...{ target: z.string(), exit: z.int(), givenUp: z.array(Key) },
      failed: z.array(z.looseObject({ title: Title })),
    }).describe('With --undo.'),
  ]),
  apply: Events,
  'ci comment': document({
    number: z.int().nullable().describe('Of the pull request. Null with --out alone: nothing was posted.'),
    posted: z.string().nullable(),
    conclusion: z.string(),
    checked: z.boolean(),
    characters: Count,
    shortened: z.boolean(),
  }),
  copy: TreeEdit,
  doctor: document({
    targets: z.array(
      z.looseObject({
        ...{ name: z.string(), checks: z.array(CheckRow), code: z.string().optional().describe('Of what failed.') },
        ...{ user: Caller.optional(), deployments: Deployments.optional(), clockSkewMs: z.number().optional() },
        ...{ requests: Count, writeRequests: Count },
      }),
    ),
    machine: z.array(CheckRow).optional().describe('Where it ran; not with --url.'),
    next: z.string().describe('What to do first.'),
  }),
  export: z.union([
    ofTarget({
      caller: Caller,
      counts: z.record(z.string(), Count),
      published: z.object({ workbook: Count }),
      ...{ written: texts, removed: texts, uncommitted: texts },
      unmanaged: Count.describe('Objects of the tree that are live and not managed yet: adopt takes them over.'),
      spreadsheets: Count.describe('Reports left out because a spreadsheet fills them.'),
      outcomes: z.array(z.looseObject({})),
      problems: z.array(ProblemRow),
      notes: z.array(z.looseObject({ kind: z.string(), key: z.string(), message: z.string() })),
      edited: z
        .object({ taken: Count, left: Count })
        .describe(
          'Reports edited since their dashboard was published: with the edit in the tree now, and left as the repo has them.',
        ),
      ...{ requests: Count, writeRequests: Count },
    }),
    document({ target: z.string(), file: z.string(), requests: Count, writeRequests: Count }),
  ]),
  'fleet gate': document({
    ...{ wave: z.int(), commit: z.string(), exit: z.int() },
    misses: z.array(z.looseObject({ condition: z.string(), message: z.string() })),
    targets: z.array(Standing),
  }),
  'fleet matrix': document({ commit: z.string(), steps: Steps }),
  'fleet plan': document({
    commit: z.string().nullable(),
    folds: z.array(
      z.object({
        ...{ targets: texts, summary: CommonPlanFile.shape.summary, changes: Count, stops: texts },
        plan: CommonPlanFile.optional().describe(
          'What holds for all of them: a text has `${var.NAME}` where it has the value of a variable, and what differs in another way is left out.',
        ),
      }),
    ),
    unread: z.array(Unreadable.extend({ target: z.string() })),
    parsed: Count.describe('Texts of the tree that were parsed, for all targets together.'),
  }),
  'fleet status': document({
    ...{ project: z.string(), commit: z.string(), at: z.iso.datetime() },
    ...{ waves: z.array(Wave), targets: z.array(Standing) },
  }),
  fmt: document({ written: z.boolean(), files: texts, problems: z.array(ProblemRow) }),
  impact: document({
    impacts: z.array(z.object({ of: z.string(), isGone: z.boolean(), madeOf: z.array(Edge), usedBy: z.array(Edge) })),
    counts: z.object({ dashboards: z.int(), reports: z.int(), members: z.int() }).describe('What uses them in all.'),
    dashboards: z
      .array(z.object({ file: z.string(), name: z.string() }))
      .describe('Those that use them, by the names of their workbooks.'),
    reports: z
      .array(z.object({ file: z.string(), name: z.string() }))
      .describe('Those that use them or that they are made of, by their titles.'),
    owners: z
      .array(z.object({ owner: z.string(), files: z.int() }))
      .describe('Whom the files that use them belong to by CODEOWNERS, and how many to each.'),
    notChecked: texts.describe('What may use anything, because it could not be read.'),
    comparedWith: ComparedSchema.optional().describe('Not there if names were given.'),
    live: z
      .object({
        target: z.string(),
        seen: z.array(
          z.object({
            dashboard: z.string(),
            notifications: Count.nullable().describe('Null: the token may not know.'),
            recipients: z
              .array(z.string())
              .nullable()
              .describe('Those whom the e-mails reach. Null: the token may not know.'),
            tenants: Count.nullable(),
          }),
        ),
      })
      .optional(),
  }),
  init: document({
    ...{ project: z.string(), target: z.string().describe('Home.'), written: texts },
    targets: z.array(z.object({ name: z.string(), deployment: z.int(), protected: z.boolean() })),
    repository: z.boolean().describe('Whether it made one.'),
    mergeDriver: z.boolean().describe('Whether it set the merge driver.'),
    seen: z.object({ user: Caller, deployments: Deployments }).loose().nullable(),
  }),
  merge: document({ path: z.string(), exit: z.int(), conflicts: texts }),
  new: TreeEdit,
  plan: z.union([PlanFile, several({ plan: PlanFile, error: Failure })]),
  preview: z.union([
    document({ url: z.url() }),
    document({
      out: z.string(),
      pictures: z.array(
        z.strictObject({
          ...{ page: z.string(), file: z.string(), width: z.int(), height: z.int(), lacking: texts },
          ...{ notices: z.record(z.string(), z.string()), stopped: z.record(z.string(), z.string()) },
        }),
      ),
    }).describe('With --out.'),
  ]),
  promote: z.union([PlanFile, Events]),
  'ci propose': document({ did: z.string(), number: z.int().optional(), url: z.string().optional() }),
  rename: z.union([
    TreeEdit.extend({ written: z.boolean() }).describe('Of a path.'),
    document({
      written: z.boolean(),
      names: z.record(z.string(), z.string()),
      changed: z.array(z.looseObject({ how: z.string(), before: z.string(), after: z.string() })),
      left: z.array(z.looseObject({ name: z.string() })).describe('Places that nobody could change: look at them.'),
      ...{ files: texts, gone: texts },
    }).describe('Of a name of the data model.'),
  ]),
  render: z.union([
    document({ files: z.record(z.string(), z.string()) }),
    document({ out: z.string(), written: texts }),
  ]),
  restore: Events,
  rm: TreeEdit,
  demo: document({
    ...{ url: z.url().describe('Of the platform.'), token: z.string(), root: z.string(), preview: z.url() },
  }),
  sandbox: document({
    ...{ url: z.url(), keys: z.record(z.string(), z.string()), control: z.string() },
    deployments: z.array(z.looseObject({})),
  }),
  'setup agents': z.union([
    document({ files: texts }),
    document({ name: z.string(), text: z.string() }).describe('With --print.'),
    document({ skills: z.array(z.object({ name: z.string(), description: z.string() })) }).describe('With --list.'),
  ]),
  'setup editor': z.union([
    document({ schemas: z.record(z.string(), z.looseObject({})) }),
    document({ files: texts, isIgnored: z.boolean() }),
    z.looseObject({ $schema: z.url() }).describe('The JSON Schema of one kind of file.'),
  ]),
  'setup merge-driver': document({ driver: z.string() }),
  'rules list': document({
    rules: z.array(
      z.object({
        ...{ name: z.string(), on: z.string().optional(), from: z.enum(['file', 'built in', 'own']) },
        ...{ file: z.string().optional(), isUsed: z.boolean(), why: z.string().optional() },
      }),
    ),
  }),
  'rules test': document({ problems: z.array(ProblemRow) }),
  'rules explain': document({
    ...{ name: z.string(), file: z.string().nullable(), why: z.string().nullable(), text: z.string().nullable() },
    isUsed: z.boolean(),
    ...{ problems: z.array(ProblemRow), waived: z.array(ProblemRow.loose()) },
  }),
  'rules new': document({ file: z.string() }),
  'rules waive': document({ file: z.string() }),
  'rules fields': document({
    fields: z.array(z.object({ kind: z.string(), field: z.string(), type: z.string(), means: z.string() })),
  }),
  'setup shell': z.union([document({ shell: z.string(), script: z.string() }), document({ names: texts })]),
  status: z.union([
    document({
      targets: z.array(
        z.union([
          z.object({
            target: z.string(),
            commit: z.string().nullable().describe('The newest applied commit.'),
            ...{ behindBy: Count.nullable(), aheadBy: Count.nullable() },
            notFetched: Count.describe('Objects that were applied from commits which this clone does not have.'),
            changes: Count,
            failed: Count.describe('Of the changes, those that an apply started and did not finish.'),
            ...{ held: Count, uiEdits: Count, unclaimed: Count, unmanaged: Count, drafts: Count },
            objects: z
              .array(
                z.object({
                  state: z.enum(OBJECT_STATES),
                  ...{ key: Key, name: z.string(), message: z.string(), within: Key.optional() },
                }),
              )
              .describe('What is not as the tree has it, each object in the first state that applies to it.'),
          }),
          z.object({ target: z.string(), error: Unreadable }),
        ]),
      ),
    }),
    document({
      ...{ target: z.string(), key: Key, name: z.string(), file: z.string().optional() },
      live: z.int().optional().describe('Its number in this deployment; not there if it has none.'),
      branch: z.string().optional().describe('Of a file of the data model: the branch that has it.'),
      identity: z.string().optional().describe('The live public id of a report, or slug of a workbook.'),
      ...{ owner: z.string().optional(), updatedAt: z.string().optional() },
      codeOwners: z.array(z.string()).describe('Whom its file belongs to by CODEOWNERS.'),
      belongsTo: z.string(),
      ...{ applied: z.string().optional(), leftOut: z.string().optional(), shows: texts, shownOn: texts },
      planned: PlanFile.pick({ objects: true, held: true, left: true }),
    }).describe('Of an object.'),
    ofTarget(Drifted).describe('With --ui-edits.'),
  ]),
  try: z.union([
    TryFile.extend({ problems: z.array(ProblemRow) }),
    document({
      dropped: z.array(
        z.object({
          ...{
            name: z.string(),
            deployment: z.int(),
            deleted: Count,
            branch: z.boolean(),
            unseen: z.literal(true).optional().describe('Set if there may be parts that this key cannot see.'),
            kept: texts,
          },
          failed: FailedSteps,
          shown: ShownMeanwhile,
          error: Failure.optional().describe('Why it could not be removed.'),
        }),
      ),
    }),
  ]),
  validate: Problems,
}

/** The name of the document that a command line prints, such as `plan` or `fleet status`. */
export function documentOf(args: readonly string[]): string | undefined {
  const [name = '', part = ''] = args.filter((word) => !word.startsWith('-'))
  return [`${name} ${part}`, name].find((each) => Object.hasOwn(DOCUMENTS, each))
}

/** Checks what a command printed with `--json` against its schema, which must describe all of it. */
export function checkDocument(args: readonly string[], stdout: string): void {
  const name = documentOf(args)
  const schema = name === undefined ? undefined : DOCUMENTS[name]
  if (!schema || !args.includes('--json') || stdout.trim() === '') return
  const documents = schema === Events ? stdout.trim().split('\n') : [stdout]
  for (const text of documents) {
    const value: unknown = JSON.parse(text)
    expect(schema.parse(value), `what ${name} --json printed`).toEqual(value)
  }
}

const shared = new Map<z.ZodType, string>(Object.entries(MACHINE).map(([name, schema]) => [schema, name]))

/** The file in `docs/schemas` with the schema of a command's output. */
export const schemaFileOf = (command: string): string => {
  const name = DOCUMENTS[command] && shared.get(DOCUMENTS[command])
  return name === undefined ? `commands/${command.replace(' ', '-')}.json` : `${name}.json`
}

/** The texts of the schema files that belong to only one command. */
export const DOCUMENT_SCHEMAS: ReadonlyMap<string, () => string> = new Map(
  Object.entries(DOCUMENTS)
    .filter(([, schema]) => !shared.has(schema))
    .map(([command, schema]) => [
      schemaFileOf(command),
      () =>
        `${JSON.stringify({ title: `What ${command} --json prints`, ...z.toJSONSchema(schema, { io: 'input', reused: 'ref' }) }, null, 2)}\n`,
    ]),
)

export const documentsTable = (): string =>
  table(
    ['Command', 'Schema of what `--json` prints'],
    Object.keys(DOCUMENTS).map((command) => {
      const file = schemaFileOf(command)
      return [code(command), `[${file}](../schemas/${file})`]
    }),
  )
