/** The parts of a comment that matter here. */
export interface Comment {
  readonly id: number
  readonly body: string
  /** Whether it is known to be somebody else's. */
  readonly foreign: boolean
  readonly changedAt: number | undefined
}

export interface CommentApi {
  /** Oldest first. */
  readonly list: () => Promise<readonly Comment[]>
  readonly create: (body: string) => Promise<{ readonly id: number }>
  readonly update: (id: number, body: string) => Promise<void>
  readonly remove: (id: number) => Promise<void>
}

export const CONCLUSIONS = ['success', 'neutral', 'action_required', 'failure'] as const
export type Conclusion = (typeof CONCLUSIONS)[number]

export interface Annotation {
  readonly file: string
  readonly line: number
  readonly level: 'notice' | 'warning' | 'failure'
  readonly title: string
  readonly message: string
}

export interface Check {
  /** The project's id, because a repository may have several projects. */
  readonly project: string
  /** The record that a merge approves; undefined if none. */
  readonly record: string | undefined
  readonly conclusion: Conclusion
  readonly title: string
  readonly summary: string
  readonly annotations: readonly Annotation[]
}

/** The commit to set a check on, and the log of the job that checked it. */
export interface CheckedCommit {
  readonly repository: string
  readonly sha: string
  readonly url: string | undefined
}

/** A pull request that this program keeps open while it has changes. */
export interface Proposal {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly body: string
}

export interface OpenProposal {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly body: string
}

export interface ProposalApi {
  /** The open pull request of a branch in this repository. */
  readonly find: (branch: string) => Promise<OpenProposal | undefined>
  readonly open: (proposal: Proposal) => Promise<OpenProposal>
  readonly change: (number: number, proposal: Pick<Proposal, 'title' | 'body'>) => Promise<void>
  readonly closeIt: (number: number) => Promise<void>
}
