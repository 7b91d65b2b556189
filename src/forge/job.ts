import type { Run } from './run.ts'
import type { Environment } from './variables.ts'

/** The job's forge and pull request, from its environment. */
export interface Job {
  readonly address: string
  readonly token: string
  /** Whether it is GitLab's job token, which needs a different header. */
  readonly isJobToken: boolean
  /** `owner/name`, or the id of a GitLab project. */
  readonly repository: string
  /** Undefined if the job has no pull request, or if only its branch is known. */
  readonly number: number | undefined
  /** A branch in a fork, from which a pull request comes. */
  readonly head: { readonly label: string; readonly commit: string } | undefined
  /** Whether the pull request comes from a fork, so that its jobs' output is untrusted. */
  readonly isFork: boolean
  /** The job's branch, if it belongs to no pull request. */
  readonly branch: string | undefined
  /** The newest commit of the pull request. */
  readonly commit: string | undefined
  readonly run: Run | undefined
  /** The URL of the job's log. */
  readonly url: string | undefined
}

/** How to recognise and read the jobs of one provider. */
export interface JobRow {
  readonly isHere: (env: Environment) => boolean
  /** The variable that names the event file, if jobs have one. */
  readonly event?: string
  readonly read: (env: Environment, event: string | undefined) => Job
}
