export interface Check {
  readonly what: string
  readonly ok: boolean
  readonly found: string
  /** What to do if it is wrong. */
  readonly next?: string | undefined
}

export const right = (what: string, found: string): Check => ({ what, ok: true, found })
export const wrong = (what: string, found: string, next?: string): Check => ({ what, ok: false, found, next })
