import { someOf } from '../content/some-of.ts'
import { nearest } from '../nearest.ts'

/** Usual names of a repository's first branch. */
const FIRST = ['main', 'master']
const MOST = 8

/** A message that the branch does not exist, with the branches that do, and the one that was probably meant. */
export function noBranch(name: string, others: readonly string[]): string {
  const meant = FIRST.includes(name) ? others.find((each) => FIRST.includes(each)) : nearest(name, others)
  const there = others.length === 0 ? '' : ` (there ${others.length === 1 ? 'is' : 'are'} ${someOf(others, MOST)})`
  return `the branch ${name} does not exist${there}${meant === undefined ? '' : `: did you mean "${meant}"?`}`
}
