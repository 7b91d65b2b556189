import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../src/json.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { letPeopleEdit } from '../invariants/people.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import { editModel } from '../scenarios/model.ts'
import { git } from '../support/directory.ts'
import type { Ended } from '../support/program.ts'
import { UI_ACTS } from './acts.ts'
import { type View, viewDeployment } from './deployment-view.ts'
import { accused, forgotten, judgeAdopting, judgeWriting, nameOf } from './judge.ts'
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
    gone: { 1: new Set(), 2: new Set() },
    touched: { 1: new Set(), 2: new Set() },
    last: new Map(),
    names: new Map(),
    log: [],
    applied: new Set(),
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
  const before = await lookBefore(walk, deployment)
  const ran = await run(walk, root, argsOf(root, step))
  const after = await lookAt(walk, deployment)
  const broken = judgeAdopting(before, after)
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
  const names = new Set(readTreeByHand(root).map(({ key }) => key))
  for (const [id, row] of after.rows) {
    if (step.target === 'dev' || names.has(nameOf(row))) walk.ours.add(`${deployment} ${id}`)
  }
  share(root, 'ids of a target')
}

async function write(walk: Walk, step: Step): Promise<void> {
  const { start, ours } = walk
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const before = await lookBefore(walk, deployment)
  const args = argsOf(root, step)
  const isCut = step.what.endsWith(', cut')
  const runs = journalsOf(root)
  if (isCut) start.cutAt(1 + (step.other % 12))
  const ran = await run(walk, root, args)
  start.heal()
  const gone = new Set(walk.gone[deployment])
  const after = await lookAt(walk, deployment)
  const plan = planOf(
    root,
    journalsOf(root).find((file) => !runs.includes(file)),
  )
  const commit = plan?.commit ?? headOf(root)
  const tree = plan?.promotion ? treeAt(root, commit) : readTreeByHand(root)
  const broken = judgeWriting({
    ...{ before, after, plan, root, commit, tree, gone },
    isOverwriting: step.what.includes('overwrite'),
    isOurs: (id) => ours.has(`${deployment} ${id}`),
    namesOf: namesIn(walk, deployment),
    isHome: step.target === 'production',
  })
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
  if (plan) walk.applied.add(commit)
  for (const [id, row] of after.rows) {
    if (!before.rows.has(id) || isFolderOf(tree, row)) ours.add(`${deployment} ${id}`)
  }
  if (isCut || waitsForCommit(walk, root, ran)) return
  if (ran.code === 0 || (ran.code === 5 && step.what.startsWith('apply'))) await looksDone(walk, step, root, args)
}

/** Whether a fork holds what another clone was applying when it was cut off: this clone cannot tell whose that is. */
const waitsForCommit = (walk: Walk, root: string, { stdout }: Ran): boolean =>
  stdout.includes('cannot be read in this clone') && stdout.includes('BW-E2225') && isBehind(walk, root)

/** Whether a folder that was made in the UI is in the tree by now: an apply of that tree makes it ours. */
const isFolderOf = (tree: readonly TreeObject[], { kind, name }: Row): boolean =>
  kind === 'folder' &&
  tree.some(({ key, marks }) => key.startsWith('folder/') && marks.has(name.split('/').at(-1) ?? ''))

/** Nothing may be left to do except what the plan named as left. */
async function looksDone(walk: Walk, { what, target }: Step, root: string, args: readonly string[]): Promise<void> {
  const isPromoting = args[0] === 'promote'
  const asked = args.filter((arg) => arg !== '--yes').map((arg) => (arg === 'apply' ? 'plan' : arg))
  const ran = await reading(walk, root, [...asked, '--json', ...(isPromoting ? ['--plan'] : [])])
  if (![0, 2, 5, 6].includes(ran.code ?? 1) || !ran.stdout.startsWith('{')) {
    throw new Broken(walk.nth, [`no plan after ${what}`], ran.told)
  }
  const plan = parseJson(ran.stdout) as Plan
  const view = await viewDeployment(walk.start.sandbox(), TARGETS[target])
  const left =
    plan.stops.length > 0 ? [] : plan.objects.map(({ key, action }) => `still to do after ${what}: ${action} ${key}`)
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

function planOf(root: string, journal: string | undefined): Plan | undefined {
  if (journal === undefined) return undefined
  const [line = ''] = readFileSync(join(root, RUNS_OF, journal), 'utf8').split('\n', 1)
  return (parseJson(line) as { plan: Plan }).plan
}
