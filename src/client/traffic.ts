/** Counts what clients send. Several clients can share one. */
export interface Traffic {
  reads: number
  writes: number
}
