import type { CommitRelation } from '../content/commit-relation.ts'
import { askGit } from './run-git.ts'

export interface Commits {
  readonly found: ReadonlyMap<string, string>
  readonly relations: ReadonlyMap<string, CommitRelation>
  /** The newest commit that exists here: the youngest of those that no other descends from. */
  readonly newest: string | undefined
  readonly newestFirst: readonly string[]
  /** Whether history is cut off: in a shallow clone, two commits may be related without showing it. */
  readonly cut: boolean
  /** Where a commit left HEAD's history. */
  readonly forkOf: (name: string) => Promise<string | undefined>
}

/** Ledgers may contain anything as a commit. Only names of this form are passed to git. */
const NAME = /^[0-9a-f]{7,64}$/

/** How commits relate to HEAD. Takes only a few git processes, however many commits there are. */
export async function readCommits(root: string, head: string, names: Iterable<string>): Promise<Commits> {
  const distinct = [...new Set(names)].sort()
  const found = await resolveCommits(root, head, distinct)
  const others = [...new Set(found.values())].filter((commit) => commit !== head)
  const graph = await readGraph(root, head, others)
  const ofHead = graph.reach(head)

  const relate = (commit: string): CommitRelation => {
    if (commit === head) return 'same'
    if (!graph.parents.has(commit) || ofHead.has(commit)) return 'older'
    return graph.reach(commit).has(head) ? 'newer' : 'diverged'
  }
  const relations = distinct.map((name): [string, CommitRelation] => {
    const commit = found.get(name)
    return [name, commit === undefined ? 'missing' : relate(commit)]
  })
  const named = new Map([...found].map(([name, commit]) => [commit, name]))
  const ranked = [...new Set([...graph.parents.keys(), graph.base ?? head])]
  const newestFirst = ranked.flatMap((commit) => named.get(commit) ?? [])
  return {
    found,
    relations: new Map(relations),
    newest: newestFirst[0],
    newestFirst,
    cut: [...graph.parents.values()].some((parents) => parents.length === 0),
    forkOf: async (name) => {
      const commit = found.get(name)
      if (commit === undefined) return undefined
      const own = graph.reach(commit)
      const shared = [...graph.parents.keys(), graph.base ?? head].find((each) => own.has(each) && ofHead.has(each))
      return shared ?? mergeBase(root, head, commit)
    },
  }
}

/** The full names of existing commits. Branches or tags with such names do not count. */
export async function resolveCommits(
  root: string,
  head: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(names.filter((name) => name === head).map((name) => [name, head]))
  const unresolved = names.filter((name) => NAME.test(name) && !found.has(name))
  if (unresolved.length === 0) return found
  const input = unresolved.map((name) => `${name}^{commit}\n`).join('')
  const lines = (await askGit(root, ['cat-file', '--batch-check=%(objectname)'], input)).split('\n')
  for (const [index, name] of unresolved.entries()) {
    const commit = lines[index] ?? ''
    if (/^[0-9a-f]+$/.test(commit) && commit.startsWith(name)) found.set(name, commit)
  }
  return found
}

interface Graph {
  /** Children before parents, younger before older. Unlisted commits are older than `base`. */
  readonly parents: ReadonlyMap<string, readonly string[]>
  readonly base: string | undefined
  readonly reach: (commit: string) => ReadonlySet<string>
}

/**
 * The part of history that holds these commits, down to where the oldest left HEAD's history. No listed commit is an
 * ancestor of the base, so every path between listed commits is listed.
 */
async function readGraph(root: string, head: string, others: readonly string[]): Promise<Graph> {
  const oldest = others.length > 0 ? await oldestOf(root, others) : head
  const base = oldest === head ? head : await mergeBase(root, head, oldest)
  const parents = new Map<string, readonly string[]>()
  if (others.length > 0) {
    const input = [head, ...others, ...(base === undefined ? [] : [`^${base}`])].join('\n')
    const list = await askGit(root, ['rev-list', '--date-order', '--parents', '--stdin'], `${input}\n`)
    for (const line of list.split('\n')) {
      const [commit, ...above] = line.split(' ')
      if (commit) parents.set(commit, above)
    }
  }
  const reach = (commit: string): ReadonlySet<string> => {
    const reached = new Set([commit])
    for (const each of reached) for (const parent of parents.get(each) ?? []) reached.add(parent)
    return reached
  }
  return { parents, base, reach }
}

async function oldestOf(root: string, commits: readonly string[]): Promise<string> {
  const [first = ''] = commits
  if (commits.length === 1) return first
  const sorted = await askGit(root, ['rev-list', '--no-walk=sorted', '--stdin'], `${commits.join('\n')}\n`)
  return sorted.trimEnd().split('\n').at(-1) ?? first
}

export const mergeBase = (root: string, one: string, other: string): Promise<string | undefined> =>
  mergeBases(root, one, other).then(([first]) => first)

/** The best common ancestors: several if the two were merged into each other. */
export const mergeBases = (root: string, one: string, other: string): Promise<readonly string[]> =>
  askGit(root, ['merge-base', '--all', one, other]).then(
    (text) => text.trim().split('\n'),
    (cause: { code?: unknown }) => {
      if (cause.code === 1) return []
      throw cause
    },
  )
