import type { z } from 'zod'
import type { Marked } from '../content/problem.ts'
import type { IgnoreRule as IgnoreRuleSchema } from './schema.ts'
import type { Scope } from './scope.ts'
import type { SeverityRule } from './severity.ts'

export interface DataModel {
  readonly branch: string
  readonly paths: readonly string[]
  readonly route: 'auto' | 'fork' | 'upload'
  readonly merge: 'none' | 'parent' | 'default'
}

export interface Limits {
  readonly deletePercent: number
  readonly changePercent: number
  readonly fromCount: number
}

export type IgnoreRule = z.output<typeof IgnoreRuleSchema>

/** One deployment of one tenant, and what this project does with it. Complete: nothing is left to look up. */
export interface Target {
  readonly projectId: string
  readonly name: string
  /** The files hold the public ids of this target. */
  readonly home: boolean
  /** Without a trailing slash. */
  readonly url: string
  readonly deployment: number
  readonly protected: boolean
  readonly content: boolean
  /** Undefined: the data model is not managed. */
  readonly dataModel: DataModel | undefined
  readonly variables: Readonly<Record<string, string>>
  /** What waves call it by. */
  readonly labels: readonly string[]
  readonly scope: Scope
  readonly limits: Limits
  readonly uiEdits: 'hold' | 'overwrite'
  /** Every plan prunes. */
  readonly prune: boolean
  /** The rules that have not expired. */
  readonly ignore: readonly IgnoreRule[]
  readonly at: () => Marked
  readonly variablesAt: () => ReadonlyMap<string, Marked>
}

/** What must hold before the next wave. */
export type Condition =
  | { readonly kind: 'applied' | 'no errors' }
  /** So many held objects at most, in the whole wave. */
  | { readonly kind: 'held'; readonly most: number }
  /** A command of one's own ends with 0. */
  | { readonly kind: 'command'; readonly run: string }

/** Targets that get a commit together, once the waves before them have it. */
export interface Wave {
  /** From 1 on. */
  readonly number: number
  readonly name: string
  /** By name, in the order of names. */
  readonly targets: readonly string[]
  /** For how long everything must hold. */
  readonly soakMs: number
  readonly gate: readonly Condition[]
}

export interface Config {
  readonly project: string
  readonly projectId: string
  readonly home: string
  /** In the order of boardwright.yaml, then of their files. */
  readonly targets: readonly Target[]
  readonly interpolate: readonly string[]
  /** How much the project says that problems weigh. */
  readonly rules: readonly SeverityRule[]
  /** In their order. Empty without any. */
  readonly waves: readonly Wave[]
}
