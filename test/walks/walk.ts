import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../packages/common/json.ts'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import { letPeopleEdit } from '../invariants/people.ts'
import type { Row } from '../invariants/rows.ts'
import { editModel } from '../scenarios/model.ts'
import { actOf } from '../support/act-of.ts'
import { git } from '../support/directory.ts'
import { UI_ACTS } from './acts.ts'
import { adopt } from './adopting.ts'
import { viewDeployment } from './deployment-view.ts'
import {
  argsOf,
  attend,
  Broken,
  copiesIn,
  lookAt,
  namesIn,
  type Program,
  type Ran,
  reading,
  rootOf,
  run,
  type Walk,
} from './going.ts'
import { accused, deletedInWords, forgotten, judgeWriting, type Named, NOTHING_NAMED } from './judge.ts'
import { GIT_ACTS, headOf, REPO_ACTS, share } from './repository.ts'
import { type Start, TARGETS } from './start.ts'
import type { Step } from './steps.ts'
import { readTreeByHand, type TreeObject, treeAt } from './tree.ts'
import { tryIt } from './trying.ts'
import { wishesLost } from './wishes.ts'

/** Takes the steps, and throws if one of them breaks a promise. */
export async function walk(start: Start, program: Program, steps: readonly Step[]): Promise<void> {
  const directory = await start.begin()
  const going: Walk = {
    start,
    program,
    directory,
    ours: new Set(),
    copies: new Set(),
    gone: { 1: new Set(), 2: new Set() },
    touched: { 1: new Set(), 2: new Set() },
    handled: { 1: new Set(), 2: new Set() },
    last: new Map(),
    names: new Map(),
    log: [],
    wishes: { 1: [], 2: [] },
    applied: new Set([headOf(join(directory, 'a'))]),
    waiting: [],
    nth: -1,
  }
  for (const id of (await lookAt(going, 2)).rows.keys()) going.ours.add(`2 ${id}`)
  for (const step of steps) {
    going.nth = step.nth
    await STEPS[step.kind](going, step)
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
    await inOrder(walk, root, () => actOf(REPO_ACTS, step.what)({ root, ...step }))
  },
  async git(walk, step) {
    const root = rootOf(walk, step)
    await inOrder(walk, root, () => actOf(GIT_ACTS, step.what)({ root, ...step }))
  },
  async run(walk, step) {
    const [command = ''] = step.what.split(/[ ,]/)
    await actOf(RUN, command)(walk, step)
  },
}

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

const RUN: Readonly<Record<string, (walk: Walk, step: Step) => Promise<unknown>>> = {
  apply: write,
  promote: write,
  adopt,
  try: tryIt,
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
  status: (walk, step) =>
    reading(walk, rootOf(walk, step), step.what === 'status' ? ['status'] : argsOf(rootOf(walk, step), step)),
}

async function write(walk: Walk, step: Step): Promise<void> {
  const { start, ours } = walk
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const args = argsOf(root, step)
  const isCut = step.what.endsWith(', cut')
  const runs = journalsOf(root)
  if (isCut) start.cutAt(1 + (step.other % 12))
  const { ran, stretches } = await attend(walk, deployment, () => run(walk, root, args))
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
      isOverwriting: args.includes('ui-edits'),
      isSelecting: args.includes('--select'),
      isOurs: (id) => made.has(id) || ours.has(`${deployment} ${id}`),
      isCopy: copiesIn(walk, deployment),
      namesOf: namesIn(walk, deployment),
      isHome: step.target === 'production',
    })
    if (!args.includes('ui-edits'))
      found.push(...wishesLost(walk.wishes[deployment] ?? [], { ...stretch, root, commit }))
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
