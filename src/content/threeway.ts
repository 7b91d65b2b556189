import type { BaseDigest } from './ledger.ts'
import { type Units, unitDigest } from './units.ts'

export type Side = 'repo' | 'live'

/** What a three-way comparison says of one unit. */
export type Verdict =
  /** Repo and live say the same. */
  | 'same'
  /** Only the repo changed it since it was last applied. */
  | 'repo'
  /** Only live changed it: a UI edit. */
  | 'live'
  /** Both changed it, differently; or nobody knows what was last applied. */
  | 'conflict'

/** Base is what was last applied: `null` when the unit was not there then, `undefined` when nobody knows. */
export function judge(
  base: BaseDigest | null | undefined,
  repo: string | undefined,
  live: string | undefined,
): Verdict {
  if (repo === live) return 'same'
  if (base === undefined) return 'conflict'
  const [sent, stored] = typeof base === 'string' || base === null ? [base, base] : base
  if ((live ?? null) === stored || (live ?? null) === sent) return 'repo'
  if ((repo ?? null) === sent) return 'live'
  return 'conflict'
}

/** Every unit that either side has, judged. Without a base at all, nothing is known of any unit. */
export function judgeUnits(
  base: Readonly<Record<string, BaseDigest>> | undefined,
  repo: Units,
  live: Units,
): ReadonlyMap<string, Verdict> {
  const digest = (units: Units, name: string) => (units.has(name) ? unitDigest(name, units.get(name)) : undefined)
  const names = new Set([...repo.keys(), ...live.keys()])
  return new Map(
    [...names].map((name) => [
      name,
      judge(base === undefined ? undefined : (base[name] ?? null), digest(repo, name), digest(live, name)),
    ]),
  )
}
