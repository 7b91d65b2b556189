import type { Run } from './run.ts'
import type { Environment } from './variables.ts'

/** The job's forge and pull request, from its environment. */
export interface Job {
  readonly address: string
  readonly token: string
  /** GitLab's job token goes into a header of its own. */
  readonly isJobToken: boolean
  /** `owner/name`, or the id of a GitLab project. */
  readonly repository: string
  /** Undefined if the job has no pull request, or if only its branch is known. */
  readonly number: number | undefined
  /** A branch in a fork, from which a pull request comes. */
  readonly head: { readonly label: string; readonly commit: string } | undefined
  /** The pull request comes from a fork: its jobs' output is untrusted. */
  readonly isFork: boolean
  /** The job's branch, if it belongs to no pull request. */
  readonly branch: string | undefined
  /** The newest commit of the pull request. */
  readonly commit: string | undefined
  readonly run: Run | undefined
  /** The URL of the job's log. */
  readonly url: string | undefined
}

/** How the jobs of one provider are told apart from others, and read. */
export interface JobRow {
  readonly isHere: (env: Environment) => boolean
  /** The variable that names the file of the event, if jobs have one. */
  readonly event?: string
  readonly read: (env: Environment, event: string | undefined) => Job
}
