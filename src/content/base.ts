/** A digest of what the tree says; with what the server made of it, where that differs. `ABSENT` stands for nothing. */
export type BaseDigest = string | readonly [sent: string, stored: string]

/** What was last applied to an object, by unit. */
export type Base = Readonly<Record<string, BaseDigest>>

/** What a three-way comparison needs to know of the last apply. The base is undefined where nobody knows it. */
export interface Applied {
  readonly base: Base | undefined
  /** What an apply that was cut off was writing, by unit. */
  readonly next?: { readonly units: Readonly<Record<string, string>> } | undefined
}
