import type { BranchApi } from './branch.ts'
import type { Job } from './context.ts'
import type { Http } from './http.ts'
import type { Shown, ShownQuestion } from './shown.ts'
import type { Check, CheckedCommit, CommentApi, ProposalApi } from './types.ts'

/** What a provider can do, and how. */
export interface ForgeRow {
  /** They contain the token. */
  readonly headers: (job: Job) => Readonly<Record<string, string>>
  /** The longest possible record. */
  readonly mostRecorded: number
  readonly comments: (http: Http, repository: string, number: number) => CommentApi
  /** The comment's text, with the record in it if a merge approves the comment. */
  readonly writeRecord: (body: string, record: string | undefined) => string
  /** Whether the pull request is merged, so that its comment must not change. */
  readonly isFinal?: (http: Http, repository: string, number: number) => Promise<boolean>
  /** The open pull request of a branch that may be in a fork. */
  readonly findPull?: (http: Http, repository: string, head: NonNullable<Job['head']>) => Promise<number | undefined>
  readonly setCheck?: (http: Http, commit: CheckedCommit, check: Check) => Promise<void>
  /** What a job needs to set a check. */
  readonly mayCheck: string
  /** What a commit's pull request showed before it was merged. */
  readonly shown: (http: Http, commit: string, question: ShownQuestion) => Promise<Shown>
  readonly proposals: (http: Http, repository: string) => ProposalApi
  readonly branches: (http: Http, repository: string) => BranchApi
}
