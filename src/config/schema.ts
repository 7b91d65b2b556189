import { addressProblem } from '@boardwright/platform'
import { z } from 'zod'
import { CONTENT_KINDS, isOfAccount, LISTS, OPT_IN } from '../content/kinds.ts'
import { STEPS } from '../content/schema-words.ts'
import { SEVERITIES } from './severity.ts'
import { VARIABLE_NAME } from './variables.ts'

/** boardwright.yaml. Strict: a typo is an error. */

/** Device names on Windows, where no directory `overlays/<name>/` can have them. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/

const NAME_RULE = 'must be lower-case words and digits, joined by "-"'
export const TargetName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: ({ input }) => (/[/\\]|^\.+$/.test(String(input)) ? `is a path. It ${NAME_RULE}` : NAME_RULE),
  })
  .refine((name) => !DEVICE.test(name), {
    error: 'is the name of a device: some file systems refuse its overlays',
    params: { step: 'Choose another name.' },
  })

const PlatformUrl = z.string().refine((text) => addressProblem(text) === undefined, {
  error: ({ input }) => addressProblem(String(input)) ?? '',
  params: { step: 'Write an address such as https://acme.example, without user, query or fragment.' },
})

const VARIABLE_RULE = 'must be letters, digits, "_" and "-", starting with a letter'
const Variables = z.record(
  z.string().regex(VARIABLE_NAME, { error: VARIABLE_RULE }),
  z.union([z.string(), z.number(), z.boolean()]),
)

function globProblem(glob: string): string | undefined {
  if (glob.startsWith('/')) return 'is an absolute path'
  if (glob.includes('\\')) return 'must have "/" between its parts'
  return glob.split('/').includes('..') ? 'leads out of the project' : undefined
}
const isGlob = (text: string): boolean => globProblem(text) === undefined
const globError = {
  error: ({ input }: { input?: unknown }) => globProblem(String(input)) ?? '',
  params: { step: 'Write the path from there on, with "/" between its parts: sales/**.' },
}

const ProjectGlob = z.string().min(1).refine(isGlob, globError)
const below = (root: string) =>
  ProjectGlob.refine((glob) => !glob.startsWith(`${root}/`), {
    error: `is below ${root}/ already`,
    params: { step: `Leave ${root}/ out.` },
  })
const ContentGlob = below('content')

const Kinds = z.array(z.enum([...CONTENT_KINDS.filter((kind) => !isOfAccount(kind)), 'spreadsheet']))
const Selection = z.strictObject({
  paths: z.array(ContentGlob).optional().describe('Globs below `content/`. A directory stands for everything in it.'),
  kinds: Kinds.optional().describe('A `spreadsheet` is a report that a spreadsheet fills.'),
})
const Include = Selection.describe('What is managed. Default: everything.')
const Exclude = Selection.describe(
  'What is not managed, even if `include` covers it. Spreadsheets, unless `kinds` says otherwise.',
)

const Share = z.int().min(0).max(100)
const Limits = z
  .strictObject({
    deletePercent: Share.optional().describe('Share of a kind that one plan may delete. Default: 30.'),
    changePercent: Share.optional().describe('Share of a kind that one plan may change. Default: 30.'),
    fromCount: z.int().min(0).optional().describe('The shares count once a kind has this many. Default: 10.'),
  })
  .describe('What stops a plan.')

const COMPILER_RULE = 'must be true, false or a version, such as `1.7.43`'
const DataModel = z
  .union([
    z.literal('off'),
    z.strictObject({
      branch: z.string().min(1).optional().describe('Where the data model goes.'),
      paths: z.array(below('data-model')).optional().describe('Globs below `data-model/`. Default: everything.'),
      route: z
        .enum(['auto', 'fork', 'upload'])
        .optional()
        .describe('How files get there: into a fork, or as an upload. Default: auto.'),
      merge: z.enum(['none', 'parent', 'default']).optional().describe('What follows a commit. Default: none.'),
      compiler: z
        .union([z.boolean(), z.string().regex(/^\d+\.\d+(\.\d+)?$/, { error: COMPILER_RULE })])
        .optional()
        .describe(
          'Whether `validate` asks the compiler that is installed beside the project, as with `--compiler`: true, or the version that the deployment runs. Default: false.',
        ),
    }),
  ])
  .describe('Default: off.')

const shared = {
  url: PlatformUrl.optional().describe('The address of the tenant: https://, without a user, a query or a fragment.'),
  protected: z.boolean().optional().describe('Deletes need `--accept deletes=N`.'),
  dataModel: DataModel.optional(),
  content: z.enum(['on', 'off']).optional().describe('Off: only the data model is managed. Default: on.'),
  accept: z
    .array(z.enum(['ui-edits']))
    .optional()
    .describe(
      'What every plan accepts, as with `--accept`: the repo’s side where the UI changed the same. Default: nothing.',
    ),
  prune: z
    .boolean()
    .optional()
    .describe('Every plan deletes what we manage and no file declares any more, as with `--prune`. The limits apply.'),
}

const Manage = z
  .array(z.enum(OPT_IN.map((kind) => LISTS[kind])))
  .describe(
    'What else is managed: `notifications`, the schedules by which dashboards are sent; `groups` of users, `attributes` of users, `roles`, `settings` and `tenantGroups`, the groups of embed tenants, all of which belong to the account, in one target of each account. Settings are compared and never written. Default: nothing.',
  )

const scoped = {
  variables: Variables.optional().describe('Values of ${var.NAME}.'),
  include: Include.optional(),
  exclude: Exclude.optional(),
  limits: Limits.optional(),
  links: z
    .string()
    .regex(/^(?:https?:\/\/|\{url\})\S+$/, { error: 'must be an address that begins with https:// or {url}' })
    .register(STEPS, { step: 'Write the address of a dashboard with {publicId}, {slug} or {workbook} in it.' })
    .optional()
    .describe(
      'The address at which people open a dashboard, with {url}, {deployment}, {publicId}, {slug} or {workbook} in it.',
    ),
  manage: Manage.optional(),
}

const Label = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: NAME_RULE })

const DeploymentNumber = z
  .int()
  .min(1)
  .register(STEPS, { step: 'Write its number, which `boardwright doctor --url URL` lists.' })

export const TargetFile = z
  .strictObject({
    extends: TargetName.optional().describe(
      'A template or target whose keys this one inherits unless it sets them itself.',
    ),
    deployment: DeploymentNumber.optional().describe('The number of the deployment.'),
    labels: z.array(Label).optional().describe('Labels by which `waves` select it: `[eu, early]`.'),
    ...shared,
    ...scoped,
  })
  .meta({ title: 'A target: in boardwright.yaml, or in a file of its own that `targetFiles` names' })
export type TargetFile = z.output<typeof TargetFile>

/** A waiver is an exception. What covers everything is a rule that is switched off. */
const coversEverything = (glob: string): boolean => !/^[^/*?]+\/[^/*?]/.test(glob) && !/^[^/*?]+\.ya?ml$/.test(glob)

const Waiver = z.strictObject({
  rule: z
    .string()
    .min(1)
    .describe('The rule that it is an exception from. `difference`: what live and the repo may say differently.'),
  path: ProjectGlob.refine((glob) => !coversEverything(glob), {
    error: 'covers everything',
    params: { step: 'Name a directory or a file, such as content/sales. `weigh` switches a rule off.' },
  }).describe('A glob from the root of the project, below a directory such as `content/sales`.'),
  units: z.array(z.string().min(1)).optional().describe('Globs over units: `theme`, `widget *`. Default: all.'),
  targets: z
    .array(z.string().min(1))
    .optional()
    .describe('Globs over names of targets: only plans for these. Default: everywhere.'),
  reason: z.string().min(1).describe('Shown to people who read the plan or the findings.'),
  owner: z.string().min(1).describe('Who answers for it.'),
  expires: z.iso.date({ error: 'must be a day, as in 2027-01-31' }).describe('The last day on which it applies.'),
})
export type WaiverFile = z.output<typeof Waiver>

const Weight = z.strictObject({
  rule: z
    .string()
    .min(1)
    .describe('The name of a rule: of a file in `rules/`, of a built-in one, or of one of our own.'),
  severity: z
    .enum(SEVERITIES)
    .describe('`error`: an error if this change made it. `always`: also if it was there before. `warning`, or `off`.'),
  path: ProjectGlob.optional().describe('A glob from the root of the project. Default: everywhere.'),
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch (cause) {
    if (cause instanceof RangeError) return false
    throw cause
  }
}

const Branch = z
  .string()
  .regex(/^[^\s~^:?*[\\-][^\s~^:?*[\\]*$/, { error: 'must be the name of a branch, such as `main`' })

const Rules = z
  .strictObject({
    from: Branch.optional().describe(
      'The branch that says what the rules are: its `rules/`, and in its boardwright.yaml `rules` and `waivers`. Default: the tree itself.',
    ),
    use: z
      .array(z.string())
      .optional()
      .describe('Built-in rules to use, by name; `recommended` is all of them. Default: none.'),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: 'must be the name of a time zone, such as Europe/Zurich' })
      .optional()
      .describe('Where `weekday` and `hour` of a change are. Default: UTC.'),
    waiverDays: z.int().min(1).max(36_500).optional().describe('How many days a waiver may last. Default: 180.'),
    weigh: z.array(Weight).optional().describe('How severe a finding is. The last one that covers it counts.'),
  })
  .describe('Rules of the house, and how severe what they find is.')

const SIZE_RULE = 'must be a number of targets, a share such as `5%`, or `rest`'
const Size = z.union([z.int().min(1), z.string().regex(/^(rest|(100|[1-9]\d?)%)$/, { error: SIZE_RULE })])
const SOAK_RULE = 'must be a time such as `30s`, `10m`, `2h` or `1d`'
const Duration = z.string().regex(/^\d{1,6}[smhd]$/, { error: SOAK_RULE })
const HOLDS_RULE = 'must be `applied`, `no errors`, `held at most N`, or `run:` with a command'
const Holds = z.union([
  z.string().regex(/^(applied|no errors|held at most \d{1,6})$/, { error: HOLDS_RULE }),
  z.strictObject({ run: z.string().min(1).describe('A command that exits with 0 if all is well. It gets no token.') }),
])

const Wave = z.strictObject({
  name: z.string().min(1).max(64).optional().describe('For people.'),
  targets: z.array(z.string().min(1)).optional().describe('Names of targets, or globs over them.'),
  labels: z.array(z.string().min(1)).optional().describe('Targets with one of these labels.'),
  files: z.array(ProjectGlob).optional().describe('Targets that are declared in files that match these globs.'),
  size: Size.optional().describe(
    'How many of them, by name: a number, a share such as `5%`, or the `rest`, which is the default.',
  ),
  soak: Duration.optional().describe(
    'How long the conditions must stay true before the next wave: `30s`, `10m`, `2h`, `1d`.',
  ),
  gate: z
    .array(Holds)
    .min(1)
    .optional()
    .describe(
      'The conditions: `applied`, `no errors`, `held at most N`, or `run:` with a command. When left out: applied, no errors, held at most 0.',
    ),
})
export type WaveSchema = z.output<typeof Wave>

const Tolerance = z.number().min(0).max(1)
const Try = z
  .strictObject({
    ttl: Duration.optional().describe('How long to keep copies before a sweep removes them. Default: 7d.'),
    budget: z.int().min(1).max(100_000).optional().describe('The most queries for numbers. Default: 200.'),
    rows: z.int().min(1).max(50_000).optional().describe('The most rows of each query. Default: 10000.'),
    tolerance: z
      .union([Tolerance, z.record(z.string().min(1), Tolerance)])
      .optional()
      .describe('How much still counts as the same, as a share: `0.01`, or by measure: `{orders.revenue: 0.01}`.'),
  })
  .describe('How `try` looks at a change before it is merged.')
export type TrySchema = z.output<typeof Try>

export const ConfigFile = z
  .strictObject({
    version: z.literal(1).describe('The version of this format.'),
    project: z.string().min(1).max(200).describe('Its name, for people.'),
    projectId: z
      .string()
      .regex(/^[0-9A-Za-z][0-9A-Za-z_-]{3,63}$/, { error: 'must be 4 to 64 letters, digits, "_" and "-"' })
      .describe('Identifies the project. Random, written once, never changed.'),
    home: z.string().describe('The target whose public ids are written in the files.'),
    ...scoped,
    defaults: z.strictObject(shared).optional().describe('What each target has unless it sets it itself.'),
    templates: z
      .record(TargetName, TargetFile)
      .optional()
      .describe('Templates that targets extend; not targets themselves.'),
    targets: z.record(TargetName, TargetFile).optional().describe('Where content goes, by name.'),
    targetFiles: z
      .array(ProjectGlob)
      .optional()
      .describe('Globs over files that declare one target each. The name of the file is the name of the target.'),
    interpolate: z
      .array(ProjectGlob)
      .optional()
      .describe('App and data-model files in which ${var.NAME} and ${report.NAME} are filled in.'),
    mergeInto: Branch.optional().describe(
      'The branch that others are merged into, where no pipeline names it. What it has is not new.',
    ),
    apply: z
      .strictObject({
        concurrency: z.int().min(1).max(100).optional().describe('How many objects are written at once. Default: 10.'),
        onError: z
          .enum(['stop', 'continue'])
          .optional()
          .describe('Whether a run goes on with what does not depend on what failed. Default: stop.'),
      })
      .optional()
      .describe('How a plan is carried out.'),
    rules: Rules.optional(),
    waves: z
      .array(Wave)
      .optional()
      .describe('Which targets get a commit first, and what must hold before others do. For `fleet`.'),
    try: Try.optional(),
    waivers: z.array(Waiver).optional().describe('Exceptions from rules, each until a day.'),
  })
  .meta({ title: 'A project: boardwright.yaml' })
export type ConfigFile = z.output<typeof ConfigFile>
