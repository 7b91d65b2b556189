/** What clients send. One of these may be given to several of them, which then count together. */
export interface Traffic {
  reads: number
  writes: number
}
