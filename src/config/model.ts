import type { Marked } from '../content/problem.ts'
import type { ConfigFile } from './schema.ts'
import type { LiveScope } from './scope.ts'
import type { Weight } from './severity.ts'
import type { Waiver } from './waivers.ts'

export interface DataModel {
  readonly branch: string
  readonly paths: readonly string[]
  readonly route: 'auto' | 'fork' | 'upload'
  readonly merge: 'none' | 'parent' | 'default'
  /** Whether the engine's compiler is asked, and the version that the deployment runs, where the project says it. */
  readonly compiler?: true | string
}

export interface Limits {
  readonly deletePercent: number
  readonly changePercent: number
  readonly fromCount: number
}

/**
 * One deployment of one tenant, and what this project does with it. Complete, so that nothing else has to be looked up.
 */
export interface Target {
  readonly projectId: string
  readonly name: string
  /** Whether the files contain the public ids of this target. */
  readonly home: boolean
  /** Without a trailing slash. */
  readonly url: string
  readonly deployment: number
  readonly protected: boolean
  readonly content: boolean
  /** Undefined if the data model is not managed. */
  readonly dataModel: DataModel | undefined
  /** Whether dashboards of its deployment use its data model: false for a branch beside that of their own target. */
  readonly isModelShown: boolean
  readonly variables: Readonly<Record<string, string>>
  /** Labels by which waves select it. */
  readonly labels: readonly string[]
  readonly scope: LiveScope
  readonly limits: Limits
  /** The address of a dashboard, with names in braces. */
  readonly links: string | undefined
  /** What every plan accepts. */
  readonly accept: readonly 'ui-edits'[]
  /** Whether every plan prunes. */
  readonly prune: boolean
  /** Waivers of differences between repo and live. */
  readonly ignore: readonly Waiver[]
  readonly at: () => Marked
  readonly variablesAt: () => ReadonlyMap<string, Marked>
}

/** What must hold before the next wave. */
export type Condition =
  | { readonly kind: 'applied' | 'no errors' }
  /** At most this many held objects in the whole wave. */
  | { readonly kind: 'held'; readonly most: number }
  /** A command that the project defines exits with 0. */
  | { readonly kind: 'command'; readonly run: string }

/** Targets that get a commit together, once the waves before them have it. */
export interface Wave {
  /** Starts at 1. */
  readonly number: number
  readonly name: string
  /** Target names, sorted. */
  readonly targets: readonly string[]
  /** How long all conditions must hold. */
  readonly soakMs: number
  readonly gate: readonly Condition[]
}

/** How `try` looks at a change. */
export interface TrySettings {
  readonly ttlMs: number
  /** The most queries, and the most rows of each. */
  readonly budget: number
  readonly rows: number
  /** How much still counts as the same, relative to the value before. */
  readonly tolerances: Tolerances
}

export interface Tolerances {
  readonly usual: number
  readonly byMeasure: ReadonlyMap<string, number>
}

/** A rule that boardwright.yaml names. */
export interface NamedRule {
  readonly rule: string
  readonly at: Marked
}

/** Which rules of the house there are, and how severe what they find is. */
export interface RuleSettings {
  /** Built-in rules that are used, by name; `recommended` is all of them. */
  readonly used: readonly NamedRule[]
  readonly weights: readonly PlacedWeight[]
  /** Those that apply today. */
  readonly waivers: readonly Waiver[]
  /** Where the day and the hour of a change are. */
  readonly timeZone: string
  /** The branch that the tree asks for rules instead of itself. */
  readonly from?: PlacedBranch | undefined
}

export interface PlacedBranch {
  readonly branch: string
  readonly at: Marked
}

export interface PlacedWeight extends Weight {
  readonly at: Marked
}

export interface Config {
  readonly project: string
  readonly projectId: string
  readonly home: string
  /** How a plan is carried out, where that is not left to the defaults. */
  readonly apply: NonNullable<ConfigFile['apply']>
  /** The branch that others are merged into. */
  readonly mergeInto?: string | undefined
  /** In the order of boardwright.yaml, then of the target files. */
  readonly targets: readonly Target[]
  readonly interpolate: readonly string[]
  readonly rules: RuleSettings
  /** In order. Empty if the project has none. */
  readonly waves: readonly Wave[]
  readonly try: TrySettings
}
