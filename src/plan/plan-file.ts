import { z } from 'zod'
import { CommitSchema } from '../content/commit-schema.ts'
import { KeySchema } from '../content/key-schema.ts'
import { OPT_IN } from '../content/kinds.ts'
import { BARE_WORDS, DELETES } from './accept.ts'

/**
 * The plan: what would make live match the repo, and what is left alone, with reasons. It contains everything a reader
 * needs without the tree or the platform. A saved plan is this as JSON.
 */
export const PLAN_FORMAT = 1

const Count = z.int().min(0)

/** One unit on both sides. If a side does not have the unit, its property is absent. */
const UnitChange = z.strictObject({
  unit: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Overwrites a UI edit. */
  overwrites: z.literal(true).optional(),
})
export type UnitChange = z.output<typeof UnitChange>

const named = {
  key: KeySchema,
  /** Names from the root: `['Sales', 'Revenue overview']`. A model file has its path. */
  title: z.array(z.string()),
  /** Path of its file from the project root; for a workbook, of its directory. */
  file: z.string().optional(),
  within: KeySchema.optional(),
  /** Names of the widgets and reports in its units, by `widget <id>` and `report/<id>`. */
  names: z.record(z.string(), z.string()).optional(),
}

/** A widget as a box on the grid. */
const Box = z.strictObject({
  id: z.string(),
  type: z.string(),
  label: z.string(),
  /** Its report, and how that is drawn, such as `table`. */
  report: z.string().optional(),
  shows: z.string().optional(),
  x: z.int(),
  y: z.int(),
  w: z.int(),
  h: z.int(),
  /** The container or tab that it sits in. */
  parent: z.string().optional(),
})
export type Box = z.output<typeof Box>

/** A dashboard whose look changes for viewers, before and after: its layout, or only what it shows. */
const Drawing = z.strictObject({ columns: z.int(), before: z.array(Box), after: z.array(Box) })
export type Drawing = z.output<typeof Drawing>

/** Who notices a publish; null if this key may not read it. */
const Notice = z.strictObject({
  notifications: z.int().nullable(),
  tenants: z.int().nullable(),
  embedded: z.boolean(),
})
export type Notice = z.output<typeof Notice>

const Publish = z.strictObject({
  /**
   * The version that viewers see; null before the first publish. Both are left out if the targets of a fleet differ.
   */
  from: z.int().nullable().optional(),
  to: z.int().optional(),
  /** Where people open it now, if the project says so. */
  address: z.string().optional(),
  /** What changes for viewers: the dashboard itself, or these reports on it. */
  dashboard: z.boolean(),
  reports: z.array(KeySchema),
  notice: Notice,
})
export type Publish = z.output<typeof Publish>

/** What viewers lose with a deleted dashboard. */
const Loss = z.strictObject({
  /** The version that they see; null if it was never published. Left out if the targets of a fleet differ. */
  version: z.int().nullable().optional(),
  notice: Notice,
})
export type Loss = z.output<typeof Loss>

const ShownOn = z.strictObject({
  title: z.array(z.string()),
  key: KeySchema.optional(),
  /** Ours, and published by this plan. */
  published: z.boolean(),
  managed: z.boolean(),
})
export type ShownOn = z.output<typeof ShownOn>

/** Unpublished work that `--accept ui-edits` replaces. */
const Replaced = z.discriminatedUnion('what', [
  /** A unit that the draft of the dashboard changes. */
  z.strictObject({ what: z.literal('draft'), unit: z.string() }),
  /** Reports with edits that viewers have not seen. */
  z.strictObject({ what: z.literal('edits'), reports: z.array(z.string()) }),
  /** Reports that are not managed: a version that viewers have not seen goes out. */
  z.strictObject({ what: z.literal('shown'), reports: z.array(z.string()) }),
])
export type Replaced = z.output<typeof Replaced>

export const ACTIONS = ['create', 'update', 'publish', 'delete'] as const

const PlannedObject = z.strictObject({
  ...named,
  action: z.enum(ACTIONS),
  /** Objects of this plan that must exist before this one is written. */
  needs: z.array(KeySchema),
  /** Why, in a few words: `the repo changed it`. */
  because: z.string(),
  /** It was deleted in the UI, and is created again. */
  recreates: z.literal(true).optional(),
  units: z.array(UnitChange),
  /** UI edits in its other units, which stay. */
  keeps: z.array(UnitChange),
  replaces: z.array(Replaced),
  publish: Publish.optional(),
  /** For a role: what it allows on every resource of a type, before and after, where something of that type changes. */
  everywhere: z.record(z.string(), z.array(z.string())).optional(),
  /** For a dashboard that is deleted. */
  loss: Loss.optional(),
  /** For a schedule that is deleted: how many get it who joined in the UI. */
  joined: Count.optional(),
  drawing: Drawing.optional(),
  shownOn: z.array(ShownOn).optional(),
  /** It overwrites edits that some viewers have not seen. */
  unpublished: z.literal(true).optional(),
})
export type PlannedObject = z.output<typeof PlannedObject>

export const HELD_REASONS = [
  'conflict',
  'overlap',
  'deleted-live',
  'renamed',
  'unseen',
  'left-out',
  'absent-tenant',
  'absent-deployment',
  'taken',
  'namesake',
  'behind',
  'commit-unknown',
  'edited-orphan',
  'still-used',
  'holds-others',
  'no-record',
  'has-members',
  'draft',
  'edited-report',
  'adopted-edit',
  'unmanaged-report',
  'held-report',
  'absent-report',
  'held-workbook',
  'held-folder',
  'unclaimed',
  'other-project',
  'running',
  'newer-ledger',
  'cannot-unpublish',
  'cannot-change',
  'review',
  'model-unclaimed',
] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** One unit as last applied, in the repo and live. `baseKnown` is false if we do not know what was last applied. */
const HeldUnit = z.strictObject({
  unit: z.string(),
  baseKnown: z.boolean(),
  /** Whether it was edited in the UI; left out if unknown, or if it only lost its report. */
  edited: z.boolean().optional(),
  base: z.unknown().optional(),
  /** Set if the object's commit did not bring this unit: its base is from an earlier one. */
  baseIsOlder: z.literal(true).optional(),
  repo: z.unknown().optional(),
  live: z.unknown().optional(),
})
export type HeldUnit = z.output<typeof HeldUnit>

/** An object that the repo changed but this plan does not write. */
const HeldObject = z.strictObject({
  ...named,
  reason: z.enum(HELD_REASONS),
  /** One sentence that says what is in the way. */
  message: z.string(),
  /** What is held: the whole object, only its dashboard, only publishing, or deleting it. */
  what: z.enum(['object', 'dashboard', 'publish', 'delete']),
  units: z.array(HeldUnit),
  /** The repo's changes in its other units, which wait as well: from live's value to the repo's. */
  alsoHeld: z.array(UnitChange).optional(),
  /** UI edits in its other units, which would be merged. */
  merges: z.array(UnitChange),
  commit: CommitSchema.optional(),
  /** Keys of objects that have to be settled first. */
  waitsFor: z.array(KeySchema).optional(),
  /** Dashboards with widgets that lost this deleted report. Creating it again revives them only in the same apply. */
  lostBy: z.array(KeySchema).optional(),
  /** As it is live, and as the repo has it. */
  drawing: Drawing.optional(),
  updatedAt: z.string().optional(),
  owner: z.string().optional(),
})
export type HeldObject = z.output<typeof HeldObject>

export const LEFT_REASONS = [
  'ui-edit',
  'ignored',
  'draft',
  'edited-report',
  'adopted-edit',
  'unmanaged-report',
  'orphan',
  'older-branch',
  'unclaimed',
  'read-only',
  'held-before',
] as const
export type LeftReason = (typeof LEFT_REASONS)[number]

/** A difference that this plan neither writes nor waits for. */
const LeftObject = z.strictObject({
  ...named,
  reason: z.enum(LEFT_REASONS),
  message: z.string(),
  /** `before` is the repo's value, `after` is live's. */
  units: z.array(UnitChange),
  /**
   * What says that it is ours, if no record on it does: the record on this object, or only the tree at this commit. Such
   * an object is deleted only if `--select` names it.
   */
  claim: z.strictObject({ by: KeySchema.optional(), commit: CommitSchema }).optional(),
})
export type LeftObject = z.output<typeof LeftObject>

/**
 * What a change of the data model reaches: members, members built on them, and dashboards. Limited to what people can
 * read.
 */
const Affected = z.strictObject({
  nodes: z.array(
    z.strictObject({
      name: z.string(),
      /** `alone` stands for the reports that no dashboard shows. */
      what: z.enum(['changed', 'removed', 'member', 'dashboard', 'alone']),
      reports: Count,
    }),
  ),
  /** From what is used to what uses it, as indexes into `nodes`. */
  edges: z.array(z.tuple([Count, Count])),
  /** How many reports and dashboards use it, and how many members and dashboards are missing from `nodes`. */
  reports: Count,
  dashboards: Count,
  more: Count,
})
export type Affected = z.output<typeof Affected>

export const STOPS = [
  'limit-delete',
  'limit-change',
  'protected',
  'first-apply',
  'break',
  'model-names',
  'adopt-model',
  'rule',
] as const

const Accepted = z.union([z.enum(BARE_WORDS), z.templateLiteral(['deletes=', z.string().regex(DELETES)])])

const Stop = z.strictObject({
  kind: z.enum(STOPS),
  message: z.string(),
  /** What lets the plan pass, if somebody accepts it. */
  accept: Accepted.optional(),
})
export type Stop = z.output<typeof Stop>

const Summary = z.strictObject({
  create: Count,
  update: Count,
  delete: Count,
  publish: Count,
  unchanged: Count,
  uiEdits: Count,
  held: Count,
  /** Match the repo but are not managed yet. */
  unclaimed: z.strictObject({
    ...{ workbook: Count, report: Count },
    ...(Object.fromEntries(OPT_IN.map((kind) => [kind, Count.optional()])) as Record<
      (typeof OPT_IN)[number],
      z.ZodOptional<typeof Count>
    >),
  }),
  orphans: Count,
  /** Live, without a file, and not managed by us. */
  unmanaged: Count,
  otherProjects: Count,
  drafts: Count,
  /** Repo and live agree, except for what is left alone; only the ledger is behind. */
  converged: Count,
  /** In what the plan leaves alone: mistakes in what the tree asks for. Left out if there are none. */
  mistakes: Count.optional(),
})
export type Summary = z.output<typeof Summary>

const RuleFinding = z.strictObject({ key: KeySchema, rule: z.string(), message: z.string() })
export type RuleFinding = z.output<typeof RuleFinding>

/** Everything that shaped the plan besides the tree and live. */
export const Shaping = z.strictObject({
  select: z.array(z.string()),
  prune: z.boolean(),
  accept: z.array(Accepted),
})
export type Shaping = z.output<typeof Shaping>

export const PlanFile = z
  .strictObject({
    format: z.literal(PLAN_FORMAT),
    project: z.strictObject({ id: z.string(), name: z.string() }),
    target: z.strictObject({
      name: z.string(),
      deployment: z.int(),
      host: z.string(),
      /** The platform's full URL: tenants may differ only in its path. */
      url: z.string(),
      protected: z.boolean(),
      /**
       * Set if this is not the home target. Removing a file for this target's sake would remove it from all targets.
       */
      notHome: z.literal(true).optional(),
      /** The branch of its data model, and what that is merged into afterwards. */
      branch: z.string().optional(),
      /** Set if the branch does not exist: it would be created from this one. */
      branchFrom: z.string().optional(),
      merge: z.enum(['parent', 'default']).optional(),
    }),
    /** The tree's commit; null without git. */
    commit: CommitSchema.nullable(),
    /** The tree has uncommitted changes. */
    dirty: z.boolean(),
    /** The newest commit in the target's ledgers. */
    applied: z.string().nullable(),
    /** The target that the content comes from, and the commit if the user named one. */
    promotion: z.strictObject({ from: z.string(), at: z.string().optional() }).optional(),
    /** The run whose overwritten edits this brings back. */
    restores: z.string().optional(),
    inputs: Shaping,
    /** Files that a branch changes, from the project root, if requested. */
    changed: z.array(z.string()).optional(),
    /** Whom those files belong to by CODEOWNERS, and how many to each. */
    owners: z.array(z.strictObject({ owner: z.string(), files: z.int().min(1) })).optional(),
    /** What uses the members of the data model that this plan changes. */
    affected: Affected.optional(),
    /** What rules of the house find in its objects, and what does not stop it. */
    findings: z.array(RuleFinding).optional(),
    objects: z.array(PlannedObject),
    held: z.array(HeldObject),
    left: z.array(LeftObject),
    stops: z.array(Stop),
    /** Facts worth a line: what this key may not see, removed members that this plan rewrites, dangling references. */
    notes: z.array(z.string()),
    summary: Summary,
    /** SHA-256 over project, target and both sides of every change, but not over commit and time. */
    fingerprint: z.string(),
  })
  .meta({ title: 'A saved plan' })
export type Plan = z.output<typeof PlanFile>
/** While it is still made. */
export type Unsealed = Omit<Plan, 'fingerprint'>

/** A plan without the facts that are about one target alone. */
export const CommonPlanFile = PlanFile.omit({ applied: true }).extend({
  summary: Summary.pick({ create: true, update: true, delete: true, publish: true, held: true }),
})
export type CommonPlan = z.output<typeof CommonPlanFile>
