import type { FleetPlan, ToldPlan } from '../../fleet.ts'
import type { NumbersFile } from '../../numbers-file.ts'
import type { StagedFile } from '../../staged-file.ts'

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
  /** Where the plans are of many targets: each stands for some of them. */
  readonly fleet?: FleetPlan | undefined
  readonly findings?: readonly Finding[] | undefined
  /** Whether all members of queries were looked up in the data model and found. */
  readonly allMembersExist?: boolean | undefined
  /** How many SQL queries were not looked at, or not as a whole. */
  readonly sqlNotChecked?: number | undefined
  /** How many warnings were there before this change. They are none of the findings. */
  readonly warningsBefore?: number | undefined
  /** Files that the pull request changes, from the project root. Undefined: all. */
  readonly changed?: readonly string[] | undefined
  /** The URL of the page with pictures, or with `{name}` of each picture. */
  readonly pictures?: string | undefined
  /** The preview that people can look at. */
  readonly staged?: StagedFile | undefined
  /** What the reports answer before and after. */
  readonly numbers?: NumbersFile | undefined
  /** The plans come from a fork's job: untrusted. */
  readonly isFork?: boolean | undefined
  /** The URL of the job. */
  readonly detailsUrl?: string | undefined
}

/** The limit of a comment. */
export const MOST_CHARACTERS = 60_000
