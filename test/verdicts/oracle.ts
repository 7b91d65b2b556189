import { type Commit, type History, isWrong, type Reports } from './history.ts'

export interface Verdict {
  readonly base: string
  /** Reports with a mistake, by whether the base has it too. */
  readonly fresh: readonly string[]
  readonly old: readonly string[]
}

/** What is new in a commit, by the graph as it was made and by what each commit was meant to say. */
export function verdictOf({ commits }: Pick<History, 'commits'>, head: string, branch: string): Verdict {
  const base = baseOf(commits, head, branch)
  const now = reportsAt(commits, head)
  const then = reportsAt(commits, base)
  const wrong = Object.keys(now)
    .filter((name) => isWrong(now[name]))
    .sort()
  return {
    base,
    fresh: wrong.filter((name) => now[name] !== then[name]),
    old: wrong.filter((name) => now[name] === then[name]),
  }
}

const reportsAt = (commits: History['commits'], id: string): Reports => commits.get(id)?.reports ?? {}

/** A common ancestor that no other common ancestor descends from; of several, the first by name. */
function baseOf(commits: History['commits'], one: string, other: string): string {
  const [ofOne, ofOther] = [ancestors(commits, one), ancestors(commits, other)]
  const common = [...ofOne].filter((each) => ofOther.has(each))
  const best = common.filter((each) => !common.some((later) => later !== each && ancestors(commits, later).has(each)))
  return best.sort()[0] ?? ''
}

/** With the commit itself. */
function ancestors(commits: ReadonlyMap<string, Commit>, from: string): ReadonlySet<string> {
  const reached = new Set([from])
  for (const each of reached) for (const parent of commits.get(each)?.parents ?? []) reached.add(parent)
  return reached
}
