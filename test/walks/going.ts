import { join } from 'node:path'
import { letPeopleEdit } from '../invariants/people.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import type { Ended } from '../support/program.ts'
import { UI_ACTS } from './acts.ts'
import { MISHAPS, type RequestKind } from './amid.ts'
import { birthOf, type View, viewDeployment } from './deployment-view.ts'
import { nameOf } from './judge.ts'
import type { Start, TargetName } from './start.ts'
import type { Step } from './steps.ts'
import { readTreeByHand } from './tree.ts'
import { type Wish, wishesIn } from './wishes.ts'

export type Program = (args: readonly string[], env: Record<string, string>) => Promise<Ended>

/** Promises that were broken, and after which step. */
export class Broken extends Error {
  readonly nth: number
  readonly broken: readonly string[]
  readonly told: string
  constructor(nth: number, broken: readonly string[], told: string) {
    super(broken.join('\n'))
    this.nth = nth
    this.broken = broken
    this.told = told
  }
}

export interface Walk {
  readonly start: Start
  readonly program: Program
  readonly directory: string
  readonly ours: Set<string>
  /** Rows that `try` made. */
  readonly copies: Set<string>
  /** Names of rows that are gone, by deployment. */
  readonly gone: Record<number, Set<string>>
  /** Rows that people changed or deleted, by deployment. */
  readonly touched: Record<number, Set<string>>
  /** Rows that people changed themselves, not only what such a row contains, by deployment. */
  readonly handled: Record<number, Set<string>>
  readonly last: Map<number, View>
  /** What people chose for schedules, by deployment. */
  readonly wishes: Record<number, Wish[]>
  /** Commits that were applied to any target. */
  readonly applied: Set<string>
  /** What the commands printed. */
  readonly log: string[]
  readonly names: Map<string, Set<string>>
  /** What happens in the middle of the next run that writes. */
  readonly waiting: Step[]
  nth: number
}

export const namesIn =
  ({ names }: Walk, deployment: number) =>
  (id: string): string[] => [...(names.get(`${deployment} ${id}`) ?? [])]
export const copiesIn =
  ({ copies }: Walk, deployment: number) =>
  (id: string): boolean =>
    copies.has(`${deployment} ${id}`)
export const rootOf = ({ directory }: Walk, { clone }: Step): string => join(directory, clone)

/** Runs a command line, and checks what must hold after every command. */
export async function run({ program, start, nth, log }: Walk, root: string, args: readonly string[]): Promise<Ran> {
  const { controls, keys } = start.sandbox()
  controls.clearRequests()
  const ended = await program([...args, '-C', root], {
    PATH: process.env['PATH'] ?? '',
    BOARDWRIGHT_TOKEN: keys.admin,
  })
  const told = [`$ boardwright ${args.join(' ')}   (${root})`, ended.stdout, ended.stderr, `exit ${ended.code}`].join(
    '\n',
  )
  if (args[0] !== 'validate') log.push(told)
  const isCrash = ended.code === 70 || /^ {4}at .*:\d+:\d+\)?$/m.test(ended.stderr)
  if (isCrash) throw new Broken(nth, ['a crash'], told)
  const writes = controls.requests().flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]))
  return { ...ended, told: log.slice(-2).join('\n\n'), writes }
}

export interface Ran extends Ended {
  readonly told: string
  readonly writes: readonly string[]
}

/** Looks at a deployment before a run. Whatever differs from the state after the last run was changed by a person. */
export async function lookBefore(walk: Walk, deployment: number): Promise<View> {
  const last = walk.last.get(deployment)
  const view = await lookAt(walk, deployment)
  const touch = (id: string): unknown => walk.touched[deployment]?.add(id)
  for (const [id, row] of last?.rows ?? []) {
    const is = view.rows.get(id)
    if (is) walk.wishes[deployment]?.push(...wishesIn(id, row, is, walk.applied))
    if (is && recordIn(row) !== recordIn(is)) walk.handled[deployment]?.add(id)
    if (is && changedCells(row, is).length === 0) continue
    walk.handled[deployment]?.add(id)
    touch(id)
    if (row.kind === 'report') continue
    // Moving, renaming or deleting a folder also affects everything in it.
    for (const each of view.rows.keys()) touch(each)
  }
  return view
}

/** The names that trees give to what was born so: the platform has none for it. */
const keysBornAs = ({ directory }: Walk, birth: string | undefined): string[] =>
  ['a', 'b'].flatMap((clone) =>
    readTreeByHand(join(directory, clone)).flatMap((each) => (each.birth === birth ? [each.key] : [])),
  )

const recordIn = ({ wire }: Row): unknown => (wire['meta'] as Record<string, unknown> | null)?.['boardwright']

/** Looks at a deployment, before or after a run. */
export async function lookAt(walk: Walk, deployment: number): Promise<View> {
  const view = await viewDeployment(walk.start.sandbox(), deployment)
  for (const [id, row] of walk.last.get(deployment)?.rows ?? []) {
    if (!view.rows.has(id)) walk.gone[deployment]?.add(nameOf(row))
  }
  for (const [id, row] of view.rows) {
    const named = `${deployment} ${id}`
    const names = walk.names.get(named) ?? new Set()
    for (const name of [nameOf(row), ...(row.kind === 'notification' ? keysBornAs(walk, birthOf(row)) : [])]) {
      names.add(name)
    }
    walk.names.set(named, names)
  }
  walk.last.set(deployment, view)
  return view
}

const other = (target: TargetName): TargetName => (target === 'dev' ? 'production' : 'dev')

/** The command line of a step, for the tree as it is by then. */
export function argsOf(root: string, { what, target, at }: Step): string[] {
  const words = what.replace(/,.*$/, '').split(' ')
  const names = readTreeByHand(root).flatMap(({ key, name }) => (/^(workbook|report)\//.test(key) ? [name] : []))
  const args = words.map((word) => (word === '{what}' ? (names[at % Math.max(1, names.length)] ?? 'nothing') : word))
  if (words[0] === 'promote') return [...args, '--from', other(target), '--to', target, '--yes']
  return [...args, '--target', target, ...(words[0] === 'apply' || words[0] === 'adopt' ? ['--yes'] : [])]
}

/** What a run did between two things that people did. */
export interface Stretch {
  readonly before: View
  readonly after: View
  /** Names of rows that people had deleted by then. */
  readonly gone: ReadonlySet<string>
}

/** Lets happen what waits for this run, and sees what the run does in between. */
export async function attend<T>(walk: Walk, deployment: number, go: (isAttended: boolean) => Promise<T>) {
  const { start } = walk
  const waiting = walk.waiting.splice(0)
  const stretches: Stretch[] = []
  let before = await lookBefore(walk, deployment)
  const endStretch = async (): Promise<void> => {
    const gone = new Set(walk.gone[deployment])
    stretches.push({ before, gone, after: await lookAt(walk, deployment) })
  }
  const happen = async ({ nth, what, at, other }: Step): Promise<void> => {
    await endStretch()
    const where = { deployment, first: nth, acts: UI_ACTS }
    for (const done of await letPeopleEdit(start.sandbox(), [{ what, at, other }], where))
      walk.log.push(`amid: ${done}`)
    before = await lookBefore(walk, deployment)
  }
  // A run may end without the answer that waits for what people do.
  let happening = Promise.resolve()
  if (waiting.length > 0) {
    start.watch((kind, nth) => {
      happening = allHappen(kind, nth)
      return happening
    })
  }
  const allHappen = async (kind: RequestKind, nth: number): Promise<void> => {
    for (const step of waiting.filter((each) => each.before === nth)) {
      const { on = 'read', fault } = MISHAPS[step.what] ?? {}
      if (on !== kind) continue
      if (fault) start.sandbox().controls.addFault({ path: '/**', ...fault })
      else await happen(step)
    }
  }
  const ran = await go(waiting.length > 0)
  await happening
  start.heal()
  await endStretch()
  return { ran, stretches }
}

/** A read-only command must not write. */
export async function reading(walk: Walk, root: string, args: readonly string[]): Promise<Ran> {
  const ran = await run(walk, root, args)
  if (ran.writes.length > 0)
    throw new Broken(
      walk.nth,
      ran.writes.map((each) => `a read-only command wrote: ${each}`),
      ran.told,
    )
  return ran
}

/** Done, held because of people, or refused because they made two objects of one name. */
export const isSettled = ({ code, stdout, stderr }: Ran): boolean =>
  code === 0 || code === 5 || (code === 1 && `${stdout}${stderr}`.includes('"code":"BW-E2201"'))
