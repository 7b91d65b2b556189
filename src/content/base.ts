/**
 * A digest of what the tree says, plus the digest of what the server stored, if that differs. `ABSENT` means that there
 * is nothing.
 */
export type BaseDigest = string | readonly [sent: string, stored: string]

export type Base = Readonly<Record<string, BaseDigest>>

/** What a three-way comparison needs to know about the last apply. The base is undefined if it is unknown. */
export interface Applied {
  readonly base: Base | undefined
  /** The digests that an interrupted apply was writing, by unit. */
  readonly next?: { readonly units: Readonly<Record<string, string>> } | undefined
}
