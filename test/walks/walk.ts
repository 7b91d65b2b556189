import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../packages/common/json.ts'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import { letPeopleEdit } from '../invariants/people.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import { editModel } from '../scenarios/model.ts'
import { git } from '../support/directory.ts'
import type { Ended } from '../support/program.ts'
import { UI_ACTS } from './acts.ts'
import { MISHAPS } from './amid.ts'
import { type View, viewDeployment } from './deployment-view.ts'
import {
  accused,
  deletedInWords,
  forgotten,
  judgeAdopting,
  judgeStaging,
  judgeWriting,
  type Named,
  NOTHING_NAMED,
  nameOf,
} from './judge.ts'
import { GIT_ACTS, headOf, REPO_ACTS, share } from './repository.ts'
import { type Start, TARGETS, type TargetName } from './start.ts'
import type { Step } from './steps.ts'
import { readTreeByHand, type TreeObject, treeAt } from './tree.ts'

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

interface Walk {
  readonly start: Start
  readonly program: Program
  readonly directory: string
  readonly ours: Set<string>
  /** Rows that `stage` made. */
  readonly copies: Set<string>
  /** Names of rows that are gone, by deployment. */
  readonly gone: Record<number, Set<string>>
  /** Rows that people changed or deleted, by deployment. */
  readonly touched: Record<number, Set<string>>
  readonly last: Map<number, View>
  /** Commits that were applied to any target. */
  readonly applied: Set<string>
  /** What the commands printed. */
  readonly log: string[]
  readonly names: Map<string, Set<string>>
  /** What happens in the middle of the next run that writes. */
  readonly waiting: Step[]
  nth: number
}

/** Looks at a walk after a step, at one clone and one target. */
export type Onlooker = (root: string, step: Step) => Promise<void>

/** Takes the steps, and throws if one of them breaks a promise. */
export async function walk(start: Start, program: Program, steps: readonly Step[], onlooker?: Onlooker): Promise<void> {
  const directory = await start.begin()
  const going: Walk = {
    start,
    program,
    directory,
    ours: new Set(),
    copies: new Set(),
    gone: { 1: new Set(), 2: new Set() },
    touched: { 1: new Set(), 2: new Set() },
    last: new Map(),
    names: new Map(),
    log: [],
    applied: new Set(),
    waiting: [],
    nth: -1,
  }
  for (const id of (await lookAt(going, 2)).rows.keys()) going.ours.add(`2 ${id}`)
  for (const step of steps) {
    going.nth = step.nth
    await STEPS[step.kind](going, step)
    await onlooker?.(rootOf(going, step), step)
  }
}

const STEPS: Readonly<Record<Step['kind'], (walk: Walk, step: Step) => Promise<void>>> = {
  async ui({ start }, { nth, what, at, other, target }) {
    await letPeopleEdit(start.sandbox(), [{ what, at, other }], {
      deployment: TARGETS[target],
      first: nth,
      acts: UI_ACTS,
    })
  },
  async amid({ waiting }, step) {
    waiting.push(step)
  },
  async model({ start, touched }, step) {
    touched[2]?.add(`model/${await editModelBy(start.sandbox(), step)}`)
  },
  async repo(walk, step) {
    const root = rootOf(walk, step)
    await inOrder(walk, root, () => REPO_ACTS[step.what]?.({ root, ...step }))
  },
  async git(walk, step) {
    const root = rootOf(walk, step)
    await inOrder(walk, root, () => GIT_ACTS[step.what]?.({ root, ...step }))
  },
  async run(walk, step) {
    const [command = ''] = step.what.split(/[ ,]/)
    await RUN[command]?.(walk, step)
  },
}

const namesIn =
  ({ names }: Walk, deployment: number) =>
  (id: string): string[] => [...(names.get(`${deployment} ${id}`) ?? [])]
const copiesIn =
  ({ copies }: Walk, deployment: number) =>
  (id: string): boolean =>
    copies.has(`${deployment} ${id}`)
const rootOf = ({ directory }: Walk, { clone }: Step): string => join(directory, clone)

/** Undoes a change that does not validate: nobody would merge it. */
async function inOrder(walk: Walk, root: string, change: () => Promise<void> | void): Promise<void> {
  const before = headOf(root)
  await change()
  git(root, 'add', '--all')
  if (git(root, 'status', '--porcelain') !== '') git(root, 'commit', '--quiet', '--message', `step ${walk.nth}`)
  const { code } = await run(walk, root, ['validate'])
  if (code !== 0) git(root, 'reset', '--quiet', '--hard', before)
  else share(root, `step ${walk.nth}`)
}

/** Returns the file that was changed. */
async function editModelBy(sandbox: Sandbox, { nth, at, other }: Step): Promise<string> {
  const models = join(sandbox.directory, 'models', '2.git')
  const files = git(models, 'ls-tree', '-r', '--name-only', 'main', '--', 'model').trim().split('\n')
  const file = files[at % files.length] ?? ''
  let place = other % 2
  const text = git(models, 'show', `main:${file}`).replaceAll(/description: .*/g, (old) =>
    place-- === 0 ? `description: ui-${nth}` : old,
  )
  await editModel({ [file]: other % 9 === 8 && files.length > 1 ? null : text }, { sandbox })
  return file
}

/** Runs a command line, and checks what must hold after every command. */
async function run({ program, start, nth, log }: Walk, root: string, args: readonly string[]): Promise<Ran> {
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

interface Ran extends Ended {
  readonly told: string
  readonly writes: readonly string[]
}

/** Looks at a deployment before a run. Whatever differs from the state after the last run was changed by a person. */
async function lookBefore(walk: Walk, deployment: number): Promise<View> {
  const last = walk.last.get(deployment)
  const view = await lookAt(walk, deployment)
  const touch = (id: string): unknown => walk.touched[deployment]?.add(id)
  for (const [id, row] of last?.rows ?? []) {
    const is = view.rows.get(id)
    if (is && changedCells(row, is).length === 0) continue
    touch(id)
    if (row.kind === 'report') continue
    // Moving, renaming or deleting a folder also affects everything in it.
    for (const each of view.rows.keys()) touch(each)
  }
  return view
}

/**
 * Whether people changed or deleted an object; or the repo uses a name that live never had, and people touched one of
 * its kind.
 */
function touchedIn(walk: Walk, deployment: number): (key: string) => boolean {
  const ids = [...(walk.touched[deployment] ?? [])]
  const touched = new Set(ids.flatMap((id) => [id, ...namesIn(walk, deployment)(id)]))
  const all = new Set([...walk.names].flatMap(([id, names]) => (id.startsWith(`${deployment} `) ? [...names] : [])))
  const kindOf = (key: string): string => key.replace(/\/.*/s, '')
  const kinds = new Set(ids.map(kindOf))
  return (key) => touched.has(key) || (!all.has(key) && kinds.has(kindOf(key)))
}

/** Looks at a deployment, before or after a run. */
async function lookAt(walk: Walk, deployment: number): Promise<View> {
  const view = await viewDeployment(walk.start.sandbox(), deployment)
  for (const [id, row] of walk.last.get(deployment)?.rows ?? []) {
    if (!view.rows.has(id)) walk.gone[deployment]?.add(nameOf(row))
  }
  for (const [id, row] of view.rows) {
    const named = `${deployment} ${id}`
    walk.names.set(named, (walk.names.get(named) ?? new Set()).add(nameOf(row)))
  }
  walk.last.set(deployment, view)
  return view
}

const RUN: Readonly<Record<string, (walk: Walk, step: Step) => Promise<unknown>>> = {
  apply: write,
  promote: write,
  adopt,
  stage,
  async export(walk, step) {
    const root = rootOf(walk, step)
    const before = headOf(root)
    await reading(walk, root, argsOf(root, step))
    git(root, 'add', '--all')
    if (git(root, 'status', '--porcelain') !== '') git(root, 'commit', '--quiet', '--message', `step ${walk.nth}`)
    const { code } = await run(walk, root, ['validate'])
    if (code !== 0) git(root, 'reset', '--quiet', '--hard', before)
    else share(root, 'exported')
  },
  plan: (walk, step) => reading(walk, rootOf(walk, step), argsOf(rootOf(walk, step), step)),
  drift: (walk, step) => reading(walk, rootOf(walk, step), argsOf(rootOf(walk, step), step)),
  status: (walk, step) => reading(walk, rootOf(walk, step), ['status']),
}

const other = (target: TargetName): TargetName => (target === 'dev' ? 'production' : 'dev')

/** The command line of a step, for the tree as it is by then. */
function argsOf(root: string, { what, target, at }: Step): string[] {
  const words = what.replace(/,.*$/, '').split(' ')
  const names = readTreeByHand(root).flatMap(({ key, name }) => (/^(workbook|report)\//.test(key) ? [name] : []))
  const args = words.map((word) => (word === '{what}' ? (names[at % Math.max(1, names.length)] ?? 'nothing') : word))
  if (words[0] === 'promote') return [...args, '--from', other(target), '--to', target, '--yes']
  return [...args, '--target', target, ...(words[0] === 'apply' || words[0] === 'adopt' ? ['--yes'] : [])]
}

/** What a run did between two things that people did. */
interface Stretch {
  readonly before: View
  readonly after: View
  /** Names of rows that people had deleted by then. */
  readonly gone: ReadonlySet<string>
}

/** Lets happen what waits for this run, and sees what the run does in between. */
async function attend<T>(walk: Walk, deployment: number, go: (isAttended: boolean) => Promise<T>) {
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
  if (waiting.length > 0) {
    start.watch(async (kind, nth) => {
      for (const step of waiting.filter((each) => each.before === nth)) {
        const { on = 'read', fault } = MISHAPS[step.what] ?? {}
        if (on !== kind) continue
        if (fault) start.sandbox().controls.addFault({ path: '/**', ...fault })
        else await happen(step)
      }
    })
  }
  const ran = await go(waiting.length > 0)
  start.heal()
  await endStretch()
  return { ran, stretches }
}

/** A read-only command must not write. */
async function reading(walk: Walk, root: string, args: readonly string[]): Promise<Ran> {
  const ran = await run(walk, root, args)
  if (ran.writes.length > 0)
    throw new Broken(
      walk.nth,
      ran.writes.map((each) => `a read-only command wrote: ${each}`),
      ran.told,
    )
  return ran
}

async function adopt(walk: Walk, step: Step): Promise<void> {
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const { ran, stretches } = await attend(walk, deployment, () => run(walk, root, argsOf(root, step)))
  const broken = stretches.flatMap(({ before, after }) => judgeAdopting(before, after))
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
  const names = new Set(readTreeByHand(root).map(({ key }) => key))
  for (const [id, row] of walk.last.get(deployment)?.rows ?? []) {
    if (step.target === 'dev' || names.has(nameOf(row))) walk.ours.add(`${deployment} ${id}`)
  }
  share(root, 'ids of a target')
}

async function stage(walk: Walk, step: Step): Promise<void> {
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  if (step.what.endsWith('--sweep')) walk.start.sandbox().controls.setClock({ advanceMs: 30 * 24 * 3_600_000 })
  const { ran, stretches } = await attend(walk, deployment, () => run(walk, root, argsOf(root, step)))
  const commit = headOf(root)
  const broken = stretches.flatMap((each) => {
    const found = judgeStaging({ ...each, root, commit, isCopy: copiesIn(walk, deployment), named: ran.told })
    for (const id of each.after.rows.keys()) if (!each.before.rows.has(id)) walk.copies.add(`${deployment} ${id}`)
    return found
  })
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
}

async function write(walk: Walk, step: Step): Promise<void> {
  const { start, ours } = walk
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const args = argsOf(root, step)
  const isCut = step.what.endsWith(', cut')
  const runs = journalsOf(root)
  if (isCut) start.cutAt(1 + (step.other % 12))
  const { ran, stretches } = await attend(walk, deployment, (isAttended) =>
    run(walk, root, [...args, ...(isAttended ? ['--concurrency', '1'] : [])]),
  )
  const { plan, named } = readJournal(
    root,
    journalsOf(root).find((file) => !runs.includes(file)),
  )
  const commit = plan?.commit ?? headOf(root)
  const tree = plan?.promotion ? treeAt(root, commit) : readTreeByHand(root)
  const made = new Set<string>()
  const broken = stretches.flatMap((stretch) => {
    const found = judgeWriting({
      ...{ ...stretch, plan, named, root, commit, tree },
      isOverwriting: step.what.includes('overwrite'),
      isOurs: (id) => made.has(id) || ours.has(`${deployment} ${id}`),
      isCopy: copiesIn(walk, deployment),
      namesOf: namesIn(walk, deployment),
      isHome: step.target === 'production',
    })
    for (const id of stretch.after.rows.keys()) if (!stretch.before.rows.has(id)) made.add(id)
    return found
  })
  const last = walk.last.get(deployment)
  if (last && step.target === 'production') broken.push(...deletedInWords(last, named))
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
  if (plan) walk.applied.add(commit)
  for (const [id, row] of last?.rows ?? []) {
    if (made.has(id) || isFolderOf(tree, row)) ours.add(`${deployment} ${id}`)
  }
  if (isCut || waitsForCommit(walk, root, ran)) return
  const isAlone = stretches.length === 1
  if (ran.code === 0 || (ran.code === 5 && step.what.startsWith('apply')))
    await looksDone(walk, step, { root, args, isAlone })
}

/** Whether a fork holds what another clone was applying when it was cut off: this clone cannot tell whose that is. */
const waitsForCommit = (walk: Walk, root: string, { stdout }: Ran): boolean =>
  stdout.includes('cannot be read in this clone') && stdout.includes('BW-E2225') && isBehind(walk, root)

/** Whether a folder that was made in the UI is in the tree by now: an apply of that tree makes it ours. */
const isFolderOf = (tree: readonly TreeObject[], { kind, name }: Row): boolean =>
  kind === 'folder' &&
  tree.some(({ key, marks }) => key.startsWith('folder/') && marks.has(name.split('/').at(-1) ?? ''))

interface Done {
  readonly root: string
  readonly args: readonly string[]
  /** Whether nobody did anything meanwhile. */
  readonly isAlone: boolean
}

/** Nothing may be left to do except what the plan named as left. */
async function looksDone(walk: Walk, { what, target }: Step, { root, args, isAlone }: Done): Promise<void> {
  const isPromoting = args[0] === 'promote'
  const asked = args.filter((arg) => arg !== '--yes').map((arg) => (arg === 'apply' ? 'plan' : arg))
  const ran = await reading(walk, root, [...asked, '--json', ...(isPromoting ? ['--plan'] : [])])
  if (![0, 2, 5, 6].includes(ran.code ?? 1) || !ran.stdout.startsWith('{')) {
    throw new Broken(walk.nth, [`no plan after ${what}`], ran.told)
  }
  const plan = parseJson(ran.stdout) as Plan
  const view = await viewDeployment(walk.start.sandbox(), TARGETS[target])
  const left =
    plan.stops.length > 0 || !isAlone
      ? []
      : plan.objects.map(({ key, action }) => `still to do after ${what}: ${action} ${key}`)
  const lost =
    isPromoting || what.includes('--select') || target === 'dev'
      ? []
      : forgotten(plan, readTreeByHand(root), view, namesIn(walk, TARGETS[target]))
  const wrong =
    isPromoting || target === 'dev' || isBehind(walk, root) ? [] : accused(plan, touchedIn(walk, TARGETS[target]))
  const broken = [...left, ...lost, ...wrong]
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
}

/**
 * Whether a commit was applied that is not in the history of this clone: then objects may be gone without a person
 * having deleted them.
 */
const isBehind = ({ applied }: Walk, root: string): boolean => {
  const all = new Set(git(root, 'rev-list', 'HEAD').split('\n'))
  return [...applied].some((commit) => !all.has(commit))
}

const RUNS_OF = '.boardwright/runs'
const journalsOf = (root: string): string[] => (existsSync(join(root, RUNS_OF)) ? readdirSync(join(root, RUNS_OF)) : [])

/** The plan of a run, and what it says that slipped in. */
function readJournal(root: string, journal: string | undefined): { readonly plan?: Plan; readonly named: Named } {
  if (journal === undefined) return { named: NOTHING_NAMED }
  const lines = readFileSync(join(root, RUNS_OF, journal), 'utf8')
    .trim()
    .split('\n')
  const [first, ...events] = lines.map((line) => parseJson(line) as JournalLine)
  const keysOf = (...types: readonly string[]): ReadonlySet<string> =>
    new Set(events.flatMap(({ type, verb, key = '' }) => (types.includes(`${type} ${verb ?? ''}`.trim()) ? [key] : [])))
  const named = { slipped: keysOf('slipped'), shown: keysOf('shown'), deleted: keysOf('done delete') }
  return first?.plan ? { plan: first.plan, named } : { named }
}

interface JournalLine {
  readonly type: string
  readonly plan?: Plan
  readonly verb?: string
  readonly key?: string
}
