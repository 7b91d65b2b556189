/** A comment of a pull request, as much of it as matters here. */
export interface Comment {
  readonly id: number
  readonly body: string
  /** Whether it is known to be somebody else's. */
  readonly foreign: boolean
  /** Milliseconds since the epoch. */
  readonly changedAt: number | undefined
}

/** The comments of one pull request. */
export interface CommentApi {
  /** All of them, oldest first. */
  readonly list: () => Promise<readonly Comment[]>
  readonly create: (body: string) => Promise<{ readonly id: number }>
  readonly update: (id: number, body: string) => Promise<void>
  readonly remove: (id: number) => Promise<void>
}

export const CONCLUSIONS = ['success', 'neutral', 'action_required', 'failure'] as const
export type Conclusion = (typeof CONCLUSIONS)[number]

/** A remark at a place of a file. */
export interface Annotation {
  readonly file: string
  readonly line: number
  readonly level: 'notice' | 'warning' | 'failure'
  readonly title: string
  readonly message: string
}

export interface Check {
  /** The project that it is about: a repository may have several. */
  readonly project: string
  /** What is approved by a merge; undefined where nothing is. */
  readonly record: string | undefined
  readonly conclusion: Conclusion
  readonly title: string
  /** Markdown. */
  readonly summary: string
  readonly annotations: readonly Annotation[]
}

/** A pull request that this program keeps open as long as there is something in it. */
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
  /** The open one of a branch of this repository. */
  readonly find: (branch: string) => Promise<OpenProposal | undefined>
  readonly open: (proposal: Proposal) => Promise<OpenProposal>
  readonly change: (number: number, proposal: Pick<Proposal, 'title' | 'body'>) => Promise<void>
  readonly closeIt: (number: number) => Promise<void>
}
