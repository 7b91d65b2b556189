/** How a commit relates to HEAD. */
export type CommitRelation =
  | 'same'
  | 'older'
  /** HEAD is an ancestor of it. */
  | 'newer'
  | 'diverged'
  /** This clone does not have it. */
  | 'missing'

/** Whether HEAD has everything that this commit has. */
export const isPast = (relation: CommitRelation | undefined): boolean => relation === 'same' || relation === 'older'
