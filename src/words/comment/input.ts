import type { FleetPlan, ToldPlan } from '../../plan/fleet.ts'
import type { TryFile } from '../../plan/try-file.ts'

/** A problem with a file, or why there is no plan. */
export interface Finding {
  readonly code: string
  readonly message: string
  readonly severity: 'error' | 'warning'
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
}

export interface CommentInput {
  readonly projectId: string
  /** One per target, in display order. */
  readonly plans: readonly ToldPlan[]
  /** Set if the plans are for a fleet: each one then stands for several targets. */
  readonly fleet?: FleetPlan | undefined
  readonly findings?: readonly Finding[] | undefined
  /** Whether all members of queries were looked up in the data model and found. */
  readonly allMembersExist?: boolean | undefined
  /** How many SQL queries were not checked, or not completely. */
  readonly sqlNotChecked?: number | undefined
  /** How many warnings existed before this change; `findings` does not have these. */
  readonly warningsBefore?: number | undefined
  /** Files that the pull request changes, from the project root. Undefined means all files. */
  readonly changed?: readonly string[] | undefined
  /** The URL of a page with all pictures, or a URL with `{name}` for each one. */
  readonly pictures?: string | undefined
  /** Copies that people can open, and how the reports' numbers compare before and after. */
  readonly tried?: TryFile | undefined
  /** The plans were made by a fork's job, so they are untrusted. */
  readonly isFork?: boolean | undefined
  /** URL of the CI job. */
  readonly detailsUrl?: string | undefined
}

/** The longest comment that we send to a forge. */
export const MOST_CHARACTERS = 60_000
