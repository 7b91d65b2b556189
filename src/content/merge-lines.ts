import { addAll } from '@boardwright/common'
import { diffArrays } from 'diff'

/** If more lines than this changed, only the common start and end count as unchanged. */
const MOST_CHANGED_LINES = 1000

/** Maps the index of each unchanged line before to its index after. */
export function unchangedLines(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const changes = diffArrays([...before], [...after], { maxEditLength: MOST_CHANGED_LINES }) ?? endsOf(before, after)
  const places = new Map<number, number>()
  let old = 0
  let now = 0
  for (const { value, added, removed } of changes) {
    for (let n = 0; n < value.length && !added && !removed; n += 1) places.set(old + n, now + n)
    if (!added) old += value.length
    if (!removed) now += value.length
  }
  return places
}

function endsOf(before: readonly string[], after: readonly string[]) {
  const most = Math.min(before.length, after.length)
  let first = 0
  while (first < most && before[first] === after[first]) first += 1
  let last = 0
  while (last < most - first && before[before.length - 1 - last] === after[after.length - 1 - last]) last += 1
  const part = (lines: readonly string[], added: boolean, removed: boolean) => ({ value: lines, added, removed })
  return [
    part(before.slice(0, first), false, false),
    part(before.slice(first, before.length - last), false, true),
    part(after.slice(first, after.length - last), true, false),
    part(before.slice(before.length - last), false, false),
  ]
}

export type MergedLines =
  | { readonly text: string }
  /** Both changed the same lines, differently. This is the first such line in the repo's text, counted from 1. */
  | { readonly conflictAt: number }

/** Merges line by line. Changes to adjacent lines count as changes in the same place. */
export function mergeLines(base: string, repo: string, live: string): MergedLines {
  const lines = { base: base.split('\n'), repo: repo.split('\n'), live: live.split('\n') }
  const inRepo = unchangedLines(lines.base, lines.repo)
  const inLive = unchangedLines(lines.base, lines.live)
  const merged: string[] = []
  const done = { base: 0, repo: 0, live: 0 }
  for (let index = 0; index <= lines.base.length; index += 1) {
    const isEnd = index === lines.base.length
    const repoAt = isEnd ? lines.repo.length : inRepo.get(index)
    const liveAt = isEnd ? lines.live.length : inLive.get(index)
    if (repoAt === undefined || liveAt === undefined) continue
    const was = lines.base.slice(done.base, index)
    const ours = lines.repo.slice(done.repo, repoAt)
    const theirs = lines.live.slice(done.live, liveAt)
    const chosen = isSame(ours, theirs) || isSame(theirs, was) ? ours : isSame(ours, was) ? theirs : undefined
    if (chosen === undefined) return { conflictAt: done.repo + 1 + sameAtStart(was, ours) }
    addAll(merged, [...chosen, ...lines.base.slice(index, index + 1)])
    Object.assign(done, { base: index + 1, repo: repoAt + 1, live: liveAt + 1 })
  }
  return { text: merged.join('\n') }
}

export function hasEdits(base: string, repo: string, live: string): boolean {
  const merged = mergeLines(base, repo, live)
  return 'text' in merged && merged.text === repo
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index])

function sameAtStart(was: readonly string[], ours: readonly string[]): number {
  const first = ours.findIndex((line, index) => line !== was[index])
  return first === -1 ? 0 : first
}
