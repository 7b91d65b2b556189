import type { CompareInputs } from '../compare/inputs.ts'
import type { ContentKind, Key } from '../content/kinds.ts'
import type { Plan, Shaping } from './plan-file.ts'

/** How the data model differs between both sides. */
export interface ModelDifference {
  /** The contents of model files that differ, by path, where known, and what was last applied to them. */
  readonly modelSides: Readonly<Record<'desired' | 'live' | 'applied', ModelSides>>
  /** The cubes and views in each model file that differs, by path. */
  readonly modelNames: Readonly<Record<'desired' | 'live', ReadonlyMap<string, readonly string[]>>>
  /**
   * Members that the live data model has and the desired one lacks. A member with an alias does not count as removed.
   */
  readonly removedMembers: readonly RemovedMember[]
  /** Model files that changed on both sides, but whose repo version already contains every line edited live. */
  readonly takenEdits: ReadonlySet<Key>
}

/** Everything that shapes a plan, the time included: same inputs, same plan, byte for byte. */
export interface PlanInputs extends CompareInputs, ModelDifference {
  readonly project: { readonly id: string; readonly name: string }
  readonly target: TargetFacts
  /** Whether this run sees the object. What a target leaves out is not gone. */
  readonly isRead: (key: Key) => boolean
  /** What the tree declares and this run leaves out, because the target does or because the key may not see it. */
  readonly notBrought: readonly Key[]
  /** Each object's file, from the project root. */
  readonly files: ReadonlyMap<Key, string>
  /** Set if the tree belongs to another target: where the content comes from. */
  readonly promotion?: Plan['promotion']
  /** What the plan says before everything else, such as that live is a snapshot. */
  readonly firstNote?: string | undefined
  /** Set if the tree contains edits that this run overwrote, to restore them. */
  readonly restores?: Plan['restores']
  readonly shaping: Shaping
  /** Whether `--select` allows writing this object. */
  readonly selected: (key: Key) => boolean
  /** Whether `--select` names this object by its id, slug or path, rather than by a pattern or by what it is in. */
  readonly named: (key: Key) => boolean
  /** For a difference that a rule ignores: the reason in that rule. */
  readonly ignoredBecause: (key: Key, unit: string) => string | undefined
}

export interface RemovedMember {
  readonly name: string
  /** What else viewers see in this deployment that uses it: content that the target leaves out. */
  readonly usersOutOfScope: readonly MemberUser[]
}

export interface MemberUser {
  readonly key: Key
  readonly title: readonly string[]
  readonly owner: string | undefined
}

/** Text as it is; other bytes as their SHA-256. */
export type ModelSides = ReadonlyMap<string, string | { readonly sha256: string }>

export interface TargetFacts {
  readonly name: string
  readonly deployment: number
  readonly host: string
  readonly url: string
  readonly links?: string | undefined
  readonly home: boolean
  readonly protected: boolean
  /** The opt-in kinds that it manages. */
  readonly manages: readonly ContentKind[]
  readonly branch: string | undefined
  /** The branch that a missing one would be created from; undefined if the branch exists. */
  readonly branchFrom?: string | undefined
  readonly merge: 'none' | 'parent' | 'default' | undefined
  readonly limits: { readonly deletePercent: number; readonly changePercent: number; readonly fromCount: number }
}
