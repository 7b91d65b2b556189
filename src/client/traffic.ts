/** Counts what clients send; several clients can share one counter. */
export interface Traffic {
  reads: number
  writes: number
}
