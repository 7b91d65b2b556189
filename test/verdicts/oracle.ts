import { type Commit, type Content, type History, isWrong, TOTAL } from './history.ts'

export interface Verdict {
  readonly base: string
  /** Reports with a mistake, by whether the base has it too. */
  readonly fresh: readonly string[]
  readonly old: readonly string[]
  /** Members that the data model defines differently, and the reports that use them. */
  readonly members: readonly string[]
  readonly users: readonly string[]
  /** Reports with other rows on the same data model, and those that only the changed model affects. */
  readonly asked: readonly string[]
  readonly needModel: readonly string[]
}

/** What is new in a commit, by the graph as it was made and by what each commit was meant to say. */
export function verdictOf({ commits }: Pick<History, 'commits'>, head: string, branch: string): Verdict {
  const base = baseOf(commits, head, branch)
  const { reports: now, column } = contentAt(commits, head)
  const { reports: then, column: columnThen } = contentAt(commits, base)
  const all = Object.keys(now).filter((name) => now[name] !== undefined)
  const wrong = all.filter((name) => isWrong(now[name])).sort()
  const users = column === columnThen ? [] : all.filter((name) => now[name] === TOTAL).sort()
  return {
    base,
    fresh: wrong.filter((name) => now[name] !== then[name]),
    old: wrong.filter((name) => now[name] === then[name]),
    members: column === columnThen ? [] : [TOTAL],
    users,
    asked: all.filter((name) => now[name] !== then[name]).sort(),
    needModel: users.filter((name) => now[name] === then[name]),
  }
}

const contentAt = (commits: History['commits'], id: string): Content => commits.get(id) ?? { reports: {}, column: '' }

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
