/** A digest of what the tree says, plus what the server made of it if that differs. `ABSENT` stands for nothing. */
export type BaseDigest = string | readonly [sent: string, stored: string]

export type Base = Readonly<Record<string, BaseDigest>>

/** What a three-way comparison needs to know about the last apply. The base is undefined if nobody knows it. */
export interface Applied {
  readonly base: Base | undefined
  /** What an interrupted apply was writing, by unit. */
  readonly next?: { readonly units: Readonly<Record<string, string>> } | undefined
}
