import type { Applied, Base, BaseDigest } from './base.ts'
import { ABSENT } from './digest.ts'

/** By unit. */
export type UnitDigests = ReadonlyMap<string, string>

export type Side = 'repo' | 'live'

/** What a three-way comparison says of one unit. */
export type Verdict =
  /** Repo and live say the same; or live is what the server made of what the repo says. */
  | 'same'
  /** Only the repo changed it since it was last applied. */
  | 'repo'
  /** Only live changed it: a UI edit. */
  | 'live'
  /** Both changed it, differently; or nobody knows what was last applied. */
  | 'conflict'

/**
 * Digests of one unit on each side, `ABSENT` where a side does not have it. Base is what was last applied, undefined
 * when nobody knows; `next` is what an apply that was cut off was writing.
 */
export function judge(base: BaseDigest | undefined, repo: string, live: string, next?: string): Verdict {
  if (repo === live) return 'same'
  if (live === next) return 'repo'
  if (base === undefined) return 'conflict'
  const forms: readonly string[] = typeof base === 'string' ? [base] : base
  if (forms.includes(live)) return forms.includes(repo) ? 'same' : 'repo'
  return forms.includes(repo) ? 'live' : 'conflict'
}

/** Every unit that either side has, judged. Without a base nothing is known of any unit. */
export const judgeUnits = (
  { base, next }: Applied,
  repo: UnitDigests,
  live: UnitDigests,
): ReadonlyMap<string, Verdict> =>
  new Map(
    [...new Set([...repo.keys(), ...live.keys()])].map((name) => {
      const was = base && (baseOf(base, name) ?? ABSENT)
      return [name, judge(was, digestOf(repo, name), digestOf(live, name), next?.units[name])]
    }),
  )

/** Whether one side still says in every unit what was last applied. */
export const isBase = (base: Base, units: UnitDigests): boolean =>
  [...new Set([...units.keys(), ...Object.keys(base)])].every((name) =>
    [baseOf(base, name) ?? ABSENT].flat().includes(digestOf(units, name)),
  )

export const digestOf = (units: UnitDigests | undefined, name: string): string => units?.get(name) ?? ABSENT

const baseOf = (base: Base, name: string): BaseDigest | undefined =>
  Object.hasOwn(base, name) ? base[name] : undefined
