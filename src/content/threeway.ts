import type { Applied, Base, BaseDigest } from './base.ts'
import { ABSENT } from './digest.ts'
import { isSameJson } from './same.ts'
import { digestIn, isUnread, knownDigest, type Units } from './units.ts'

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
export function judgeUnits({ base, next }: Applied, repo: Units, live: Units): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>()
  const judgeUnit = (name: string): Verdict => {
    if (isPlainlySame(name, repo, live)) return 'same'
    const was = base && (baseOf(base, name) ?? ABSENT)
    return judge(was, digestIn(repo, name), digestIn(live, name), next?.units[name])
  }
  for (const name of repo.keys()) verdicts.set(name, judgeUnit(name))
  for (const name of live.keys()) if (!verdicts.has(name)) verdicts.set(name, judgeUnit(name))
  return verdicts
}

/** Nearly everything is. In a query the order of keys counts, so only the same text is. Nothing is read for that. */
function isPlainlySame(name: string, repo: Units, live: Units): boolean {
  if (!repo.has(name) || !live.has(name)) return false
  const [known, other] = [knownDigest(repo, name), knownDigest(live, name)]
  if (known !== undefined && other !== undefined) return known === other
  if (isUnread(repo, name) || isUnread(live, name)) return false
  const [ours, theirs] = [repo.get(name), live.get(name)]
  return isSameJson(ours, theirs, name === 'query' ? 'in order' : 'any order')
}

/** Whether one side still says in every unit what was last applied. */
export const isBase = (base: Base, units: Units): boolean =>
  [...new Set([...units.keys(), ...Object.keys(base)])].every((name) =>
    [baseOf(base, name) ?? ABSENT].flat().includes(digestIn(units, name)),
  )

const baseOf = (base: Base, name: string): BaseDigest | undefined =>
  Object.hasOwn(base, name) ? base[name] : undefined
