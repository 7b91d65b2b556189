import { git, gitWith, writeFiles } from '../support/directory.ts'

/** The member that each report asks for. Undefined if there is no such report. */
export type Reports = Readonly<Record<string, string | undefined>>

/** What a commit was meant to say. */
export interface Content {
  readonly reports: Reports
  /** The column that the data model sums up as `TOTAL`. */
  readonly column: string
}

export interface Commit extends Content {
  readonly id: string
  readonly parents: readonly string[]
}

/** A history, with what it says as it was meant and not as it is read. */
export interface History {
  readonly root: string
  readonly commits: ReadonlyMap<string, Commit>
  /** Where the branches are at the end. The remote's HEAD is the first one. */
  readonly branches: ReadonlyMap<string, string>
  /** What a forge would merge, as in refs/pull/1/merge. */
  readonly merged: string
}

export type Random = () => number

/** The same numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const oneOf = <T>(random: Random, all: readonly T[]): T => {
  const found = all[Math.floor(random() * all.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

const NAMES = ['a', 'b', 'c', 'd', 'e']
export const TOTAL = 'orders.total'
const RIGHT = ['orders.count', TOTAL]
const COLUMNS = ['net', 'gross']
const WRONG = ['orders.gone', 'orders.lost']

export const fileOf = (name: string): string => `content/${name}.report.yaml`
export const isWrong = (member: string | undefined): boolean => member !== undefined && !RIGHT.includes(member)

const textOf = (name: string, member: string): string =>
  `id: ${name.repeat(12)}\nname: ${name.toUpperCase()}\nkind: table\nquery:\n  measures: [${member}]\n`

const start = (mergeInto: string | undefined): Record<string, string> => ({
  'boardwright.yaml': [
    'version: 1',
    'project: walk',
    'projectId: walkwalk',
    'home: production',
    ...(mergeInto === undefined ? [] : [`mergeInto: ${mergeInto}`]),
    'targets:',
    '  production: {url: "https://acme.example", deployment: 1}',
    '',
  ].join('\n'),
  '.gitignore': '.boardwright/\n',
})

const MODEL = 'data-model/model/orders.yml'
const modelWith = (column: string): string => `cubes:
  - name: orders
    sql_table: orders
    measures:
      - {name: count, type: count}
      - {name: total, type: sum, sql: ${column}}
`

/** Lays out a history in an empty directory: commits on a main branch and on one beside it, and merges of both. */
export async function makeHistory(root: string, random: Random): Promise<History> {
  const main = oneOf(random, ['main', 'master', 'trunk'])
  const commits = new Map<string, Commit>()
  const heads = new Map<string, string>()
  git(root, 'init', '--quiet', '--initial-branch', main)

  const commit = (branch: string, content: Content, other?: string): string => {
    git(root, 'add', '--all')
    const tree = git(root, 'write-tree').trim()
    const parents = [heads.get(branch), other].flatMap((parent) => parent ?? [])
    const args = [...parents.flatMap((parent) => ['-p', parent]), '-m', `${commits.size}`]
    // The same names of commits for the same seed.
    const date = new Date(Date.UTC(2026, 0, 1, 0, commits.size)).toISOString()
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    const id = gitWith(dates, root, 'commit-tree', tree, ...args).trim()
    commits.set(id, { id, parents, ...content })
    heads.set(branch, id)
    git(root, 'update-ref', `refs/heads/${branch}`, id)
    return id
  }
  const at = (id: string | undefined): Content => commits.get(id ?? '') ?? { reports: {}, column: '' }
  const lay = async ({ reports, column }: Content): Promise<void> => {
    git(root, 'rm', '--quiet', '-r', '--cached', '--ignore-unmatch', '--', 'content')
    git(root, 'clean', '--quiet', '-fd', '--', 'content')
    const files = Object.entries(reports).flatMap(([name, member]) =>
      member === undefined ? [] : [[fileOf(name), textOf(name, member)] as const],
    )
    await writeFiles(root, {
      ...{ 'content/notes/folder.yaml': 'name: Notes\n', [MODEL]: modelWith(column) },
      ...Object.fromEntries(files),
    })
  }
  const edited = ({ reports, column }: Content): Content => {
    if (random() < 0.2) return { reports, column: oneOf(random, COLUMNS) }
    const member = random() < 0.5 ? oneOf(random, WRONG) : random() < 0.7 ? oneOf(random, RIGHT) : undefined
    return { reports: { ...reports, [oneOf(random, NAMES)]: member }, column }
  }
  /** As a merge without conflicts would leave it, more or less: of each report and of the model, one of both versions. */
  const between = (one: Content, other: Content): Content => ({
    reports: Object.fromEntries(NAMES.map((name) => [name, (random() < 0.5 ? one : other).reports[name]])),
    column: (random() < 0.5 ? one : other).column,
  })

  await writeFiles(root, start(random() < 0.3 ? main : undefined))
  const reports = NAMES.slice(1).map((name) => [name, oneOf(random, [...RIGHT, ...WRONG])])
  let content: Content = { reports: Object.fromEntries(reports), column: oneOf(random, COLUMNS) }
  await lay(content)
  commit(main, content)
  const mistake = 'mistake'
  heads.set(mistake, heads.get(main) ?? '')
  const steps = 4 + Math.floor(random() * 8)
  for (let step = 0; step < steps; step += 1) {
    const [branch, other] = random() < 0.6 ? [mistake, main] : [main, mistake]
    const isMerge = random() < 0.35
    // People also merge what is old by then, such as a tag: it may be near while the place where they parted is far.
    const from = random() < 0.5 ? heads.get(other) : oneOf(random, [...commits.keys()])
    content = isMerge ? between(at(heads.get(branch)), at(from)) : edited(at(heads.get(branch)))
    await lay(content)
    commit(branch, content, isMerge ? from : undefined)
  }
  const tip = heads.get(mistake) ?? ''
  git(root, 'update-ref', `refs/heads/${mistake}`, tip)
  content = between(at(heads.get(main)), at(tip))
  await lay(content)
  const kept = heads.get(main) ?? ''
  const merged = commit(main, content, tip)
  heads.set(main, kept)
  git(root, 'update-ref', `refs/heads/${main}`, kept)
  git(root, 'update-ref', 'refs/pull/1/merge', merged)
  git(root, 'symbolic-ref', 'HEAD', `refs/heads/${main}`)
  git(root, 'reset', '--quiet', '--hard')
  git(root, 'clean', '--quiet', '-fd')
  return { root, commits, branches: heads, merged }
}
