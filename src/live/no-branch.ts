import { someOf } from '../content/some-of.ts'
import { nearest } from '../nearest.ts'

/** The first branch of a repository has one of these names. */
const FIRST = ['main', 'master']
const MOST = 8

/** That a branch is not there, which ones are, and which of them was meant. */
export function noBranch(name: string, others: readonly string[]): string {
  const meant = FIRST.includes(name) ? others.find((each) => FIRST.includes(each)) : nearest(name, others)
  const there = others.length === 0 ? '' : ` (there ${others.length === 1 ? 'is' : 'are'} ${someOf(others, MOST)})`
  return `the branch ${name} does not exist${there}${meant === undefined ? '' : `: did you mean "${meant}"?`}`
}
