import { join } from 'node:path'
import { parseJson } from '../../packages/common/json.ts'
import { groupBy } from '../../src/content/group-by.ts'
import { isOfAccount } from '../../src/content/kinds.ts'
import { isKnownCopy, reasonFor, workbookOf } from '../invariants/copies.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import { birthOf, gitText, type View } from './deployment-view.ts'
import {
  argsOf,
  attend,
  Broken,
  copiesIn,
  isSettled,
  lookAt,
  lookBefore,
  type Ran,
  rootOf,
  run,
  type Walk,
} from './going.ts'
import { deletedInUse, editsLost, nameOf, type Seen, type Writing } from './judge.ts'
import { headOf } from './repository.ts'
import { TARGETS } from './start.ts'
import type { Step } from './steps.ts'
import { readTreeByHand } from './tree.ts'

/** What `try --json` says, as far as it is looked at. */
interface Said {
  readonly copies?: PartSaid & { readonly dashboards: readonly { readonly slug: string }[] }
  readonly dropped?: readonly DroppedSaid[]
}
interface PartSaid {
  readonly kept?: readonly string[]
  readonly failed?: readonly { readonly title: readonly string[] }[]
  readonly shown?: readonly string[]
}
interface DroppedSaid extends PartSaid {
  readonly deployment: number
  readonly deleted: number
}

const DAYS = 24 * 3_600_000

/** Makes copies, drops or sweeps; then does the same again with nobody around, which has to finish it. */
export async function tryIt(walk: Walk, step: Step): Promise<void> {
  if (step.what.endsWith('sweep')) walk.start.sandbox().controls.setClock({ advanceMs: 30 * DAYS })
  await tryOnce(walk, step)
  const { ran, said } = await tryOnce(walk, step)
  const isRemoving = / (drop|sweep)\b/.test(step.what)
  const broken = [
    ...(isSettled(ran) ? [] : ['trying is not finished by a second run']),
    ...(isRemoving ? copiesLeft(walk, said) : [...twinCopies(walk, step), ...absentCopies(walk, step, said)]),
  ]
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
}

async function tryOnce(walk: Walk, step: Step): Promise<{ readonly ran: Ran; readonly said: Said }> {
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const elsewhere = deployment === 1 ? 2 : 1
  const before = await lookBefore(walk, elsewhere)
  const { ran, stretches } = await attend(walk, deployment, () => run(walk, root, [...argsOf(root, step), '--json']))
  const said = ran.stdout.startsWith('{') ? (parseJson(ran.stdout) as Said) : {}
  const common = {
    root,
    commit: headOf(root),
    shown: [...(said.copies ? [said.copies] : []), ...(said.dropped ?? [])].flatMap(({ shown = [] }) => shown),
  }
  const broken = [
    ...stretches.flatMap((each) => judgeStretch(walk, deployment, { ...common, ...each })),
    ...judgeStretch(walk, elsewhere, {
      ...common,
      before: ofDeployment(before),
      after: ofDeployment(await lookAt(walk, elsewhere)),
    }),
    ...(said.dropped ?? []).flatMap((each) =>
      deletedTooFew(each, each.deployment === deployment ? stretches : undefined),
    ),
  ]
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
  return { ran, said }
}

/** What belongs to the account is seen in both deployments, and people change it in the midst of a run, too. */
const ofDeployment = (view: View): View => ({
  ...view,
  rows: new Map([...view.rows].filter(([, { kind }]) => !isOfAccount(kind))),
})

function judgeStretch(walk: Walk, deployment: number, seen: Staging): string[] {
  const made = [...seen.after.rows].filter(([id]) => !seen.before.rows.has(id))
  for (const [id] of made) walk.copies.add(`${deployment} ${id}`)
  const isCopy = copiesIn(walk, deployment)
  const outside = made
    .filter(([, row]) => !isInPreview(row, seen.after))
    .map(([, row]) => `made outside of previews: ${nameOf(row)}`)
  return [...outside, ...judgeStaging(seen, isCopy)]
}

/** Whether it is in a folder of previews, or beside what a preview made, wherever people moved that. */
const isInPreview = (row: Row, { rows }: View): boolean => {
  if (row.kind === 'folder') return /^Previews(\/|$)/.test(row.name)
  const home = rows.get(`workbook/${row.wire['workbookId']}`) ?? rows.get(`folder/${row.wire['folderId']}`)
  return home !== undefined && (home.name.startsWith('preview-') || isInPreview(home, { rows, model: new Map() }))
}

interface Staging extends Seen {
  /** What the command says that somebody put on a dashboard right before it was deleted. */
  readonly shown: readonly string[]
}

/** Staging touches nothing but its copies, and deletes no copy that somebody edited or uses. */
export function judgeStaging({ shown, ...run }: Staging, isCopy: Writing['isCopy']): string[] {
  const { before, after } = run
  const changed = [...before.rows].flatMap(([id, row]) => {
    const is = after.rows.get(id)
    if (isCopy(id)) return []
    return (is ? changedCells(row, is) : ['deleted']).map((cell) => `not a copy: ${nameOf(row)}, ${cell}`)
  })
  const named = [...before.rows.values()].filter(({ wire }) =>
    shown.some((line) => line.includes(String(wire['name']))),
  )
  return [...changed, ...editsLost({ ...run, isOverwriting: false }), ...deletedInUse(run, new Set(named.map(nameOf)))]
}

/** Said to have removed more than is gone. */
function deletedTooFew(
  { deleted }: DroppedSaid,
  stretches: readonly { before: View; after: View }[] | undefined,
): string[] {
  if (!stretches) return []
  const gone = stretches.flatMap(({ before, after }) => [...before.rows.keys()].filter((id) => !after.rows.has(id)))
  return deleted > gone.length ? [`said to have removed ${deleted}, and ${gone.length} are gone`] : []
}

/** Copies that are there without a reason, or not named, and branches that nobody named. */
function copiesLeft(walk: Walk, { dropped = [] }: Said): string[] {
  const said = dropped.flatMap(({ kept = [], failed = [] }) => [
    ...kept,
    ...failed.map(({ title }) => title.join(' / ')),
  ])
  const isNamed = (row: Row | undefined): boolean =>
    row !== undefined && said.some((line) => line.includes(String(row.wire['name'])))
  return Object.values(TARGETS).flatMap((deployment) => {
    const { rows } = walk.last.get(deployment) ?? { rows: new Map() }
    const left = [...rows].filter(([id]) => copiesIn(walk, deployment)(id))
    const handled = walk.handled[deployment] ?? new Set()
    return [
      ...left.flatMap(([id, row]) =>
        reasonFor(id, row, rows, handled) === undefined ? [`a copy is left without a reason: ${nameOf(row)}`] : [],
      ),
      ...left.flatMap(([, row]) =>
        isKnownCopy(row, rows) && !isNamed(row) && !isNamed(workbookOf(row, rows))
          ? [`a copy is left, and nothing says so: ${nameOf(row)}`]
          : [],
      ),
      ...branchesOf(walk, deployment)
        .filter((branch) => !said.some((line) => line.includes(branch)))
        .map((branch) => `a branch is left, and nothing says so: ${branch}`),
    ]
  })
}

const branchesOf = ({ start }: Walk, deployment: number): string[] =>
  gitText(join(start.sandbox().directory, 'models', `${deployment}.git`), 'branch', '--format=%(refname:short)')
    .split('\n')
    .filter((branch) => branch.startsWith('preview-'))

/** Several copies of one dashboard, or of one report in the same dashboard, besides those that people changed. */
function twinCopies(walk: Walk, step: Step): string[] {
  const deployment = TARGETS[step.target]
  const inTree = readTreeByHand(rootOf(walk, step)).map(({ birth }) => birth)
  const copies = [...(walk.last.get(deployment)?.rows ?? [])].filter(
    ([id]) => copiesIn(walk, deployment)(id) && !walk.handled[deployment]?.has(id),
  )
  const born = groupBy(copies, ([, row]) => `${birthOf(row)} in ${row.wire['workbookId'] ?? 'the preview'}`)
  return [...born].flatMap(([where, all]) => {
    const birth = all[0] && birthOf(all[0][1])
    const most = Math.max(1, inTree.filter((each) => each === birth).length)
    return birth !== undefined && all.length > most ? [`a twin was made: ${where}`] : []
  })
}

/** Said to be copied, and not there. */
function absentCopies(walk: Walk, step: Step, { copies }: Said): string[] {
  const rows = [...(walk.last.get(TARGETS[step.target])?.rows.values() ?? [])]
  return (copies?.dashboards ?? []).flatMap(({ slug }) =>
    rows.some((row) => row.kind === 'workbook' && row.wire['slug'] === slug)
      ? []
      : [`said to be copied, and not there: ${slug}`],
  )
}
