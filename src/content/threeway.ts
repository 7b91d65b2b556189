import { ABSENT, UNKNOWN } from './digest.ts'

export type UnitDigests = ReadonlyMap<string, string>

export type Side = 'repo' | 'live'

export type Verdict =
  /** Repo and live agree, or live is what the server made of the repo's version. */
  | 'same'
  /** Only the repo changed it since the last apply. */
  | 'repo'
  /** Only live changed it: a UI edit. */
  | 'live'
  /** Both changed it differently, or what was last applied is unknown. */
  | 'conflict'

/**
 * Judges one unit by its digests, with `ABSENT` for a side without the unit. `base` is what was last applied, undefined
 * if unknown; `next` is what an interrupted apply was writing.
 */
export function judge(base: BaseDigest | undefined, repo: string, live: string, next?: string): Verdict {
  if (repo === live) return 'same'
  if (live === next) return 'repo'
  if (base === undefined) return 'conflict'
  const forms: readonly string[] = typeof base === 'string' ? [base] : base
  if (forms.includes(live)) return forms.includes(repo) ? 'same' : 'repo'
  return forms.includes(repo) ? 'live' : 'conflict'
}

/** A verdict for every unit of either side. If the base is unknown, every difference is a conflict. */
export const judgeUnits = (
  { base, next }: LastApply,
  repo: UnitDigests,
  live: UnitDigests,
): ReadonlyMap<string, Verdict> =>
  new Map(
    [...new Set([...repo.keys(), ...live.keys()])].map((name) => {
      const was = base && (unitBase(base, name) ?? ABSENT)
      return [name, judge(was, digestOf(repo, name), digestOf(live, name), next?.units[name])]
    }),
  )

/** Whether every unit is as it was last applied. */
export const isBase = (base: Base, units: UnitDigests): boolean =>
  editedSince({ base, next: undefined }, units).length === 0

/** Units that are neither as last applied nor what an interrupted apply was writing. */
export const editedSince = ({ base = {}, next }: LastApply, units: UnitDigests): string[] =>
  [...new Set([...units.keys(), ...Object.keys(base)])].filter((name) => !isAsApplied({ base, next }, units, name))

/** Whether a unit is as last applied, or what an interrupted apply was writing. */
export const isAsApplied = ({ base = {}, next }: LastApply, units: UnitDigests, name: string): boolean =>
  [unitBase(base, name) ?? ABSENT, next?.units[name]].flat().includes(digestOf(units, name))

export const digestOf = (units: UnitDigests | undefined, name: string): string => units?.get(name) ?? ABSENT

/** The digests of what the tree said in these units at the last apply. */
export const saidOf = (base: Base | undefined, units: Iterable<string>): Record<string, string> =>
  Object.fromEntries([...units].map((unit) => [unit, base ? (sentIn(unitBase(base, unit)) ?? ABSENT) : UNKNOWN]))

/** Units have any names, those of what every object has included. */
export const unitBase = (base: Base, name: string): BaseDigest | undefined =>
  Object.hasOwn(base, name) ? base[name] : undefined

export const sentIn = (digest: BaseDigest | undefined): string | undefined =>
  typeof digest === 'string' ? digest : digest?.[0]

/**
 * A digest of what the tree says, plus the digest of what the server stored, if that differs. `ABSENT` means that there
 * is nothing.
 */
export type BaseDigest = string | readonly [sent: string, stored: string]

export type Base = Readonly<Record<string, BaseDigest>>

/** What a three-way comparison needs to know about the last apply. The base is undefined if it is unknown. */
export interface LastApply {
  readonly base: Base | undefined
  /** The digests that an interrupted apply was writing, by unit. */
  readonly next?: { readonly units: Readonly<Record<string, string>> } | undefined
}
