import type { Plan } from '../../plan-file.ts'

/** What is wrong with a file, or why there is no plan. */
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
  /** One for each target, in the order in which they are shown. */
  readonly plans: readonly Plan[]
  readonly findings?: readonly Finding[] | undefined
  /** Whether all members of queries were looked up in the data model and found. */
  readonly allMembersExist?: boolean | undefined
  /** How many warnings were there before this change. They are none of the findings. */
  readonly warningsBefore?: number | undefined
  /** The files that the pull request changes, from the root of the project. Undefined: everything is of it. */
  readonly changed?: readonly string[] | undefined
  /** Where pictures can be seen: the page that has them, or with `{name}` each of them. */
  readonly pictures?: string | undefined
  /** The plans are what a job of a fork made, which may be anything. */
  readonly isFork?: boolean | undefined
  /** Where everything can be read. */
  readonly detailsUrl?: string | undefined
}

/** A sticky comment of a pull request takes no more. */
export const MOST_CHARACTERS = 60_000
