import { parseJson } from '../../packages/common/json.ts'
import { changedCells, type Row } from '../invariants/rows.ts'
import type { View } from './deployment-view.ts'
import { argsOf, attend, Broken, isSettled, namesIn, type Ran, rootOf, run, type Walk } from './going.ts'
import { nameOf } from './judge.ts'
import { share } from './repository.ts'
import { TARGETS } from './start.ts'
import type { Step } from './steps.ts'
import { readTreeByHand } from './tree.ts'

/** What `adopt --json` says, as far as it is looked at. */
interface Said {
  readonly claims: readonly { readonly key: string }[]
  readonly adopted: readonly string[]
}

/** Adopts; then again with nobody around, which has to finish it; then a third time, which has nothing to do. */
export async function adopt(walk: Walk, step: Step): Promise<void> {
  await adoptOnce(walk, step)
  const { ran } = await adoptOnce(walk, step)
  if (!isSettled(ran)) throw new Broken(walk.nth, ['adopting is not finished by a second run'], ran.told)
  const { ran: idle, said } = await adoptOnce(walk, step)
  const left = [...(said?.claims ?? []).map(({ key }) => key), ...idle.writes]
  if (left.length > 0)
    throw new Broken(
      walk.nth,
      left.map((what) => `adopted, and still to adopt: ${what}`),
      idle.told,
    )
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const names = new Set(readTreeByHand(root).map(({ key }) => key))
  for (const id of walk.last.get(deployment)?.rows.keys() ?? []) {
    if (step.target === 'dev' || namesIn(walk, deployment)(id).some((name) => names.has(name)))
      walk.ours.add(`${deployment} ${id}`)
  }
}

async function adoptOnce(walk: Walk, step: Step): Promise<{ readonly ran: Ran; readonly said: Said | undefined }> {
  const [root, deployment] = [rootOf(walk, step), TARGETS[step.target]]
  const { ran, stretches } = await attend(walk, deployment, () => run(walk, root, [...argsOf(root, step), '--json']))
  const said = ran.stdout.startsWith('{') ? (parseJson(ran.stdout) as Said) : undefined
  const broken = [
    ...stretches.flatMap(({ before, after }) => judgeAdopting(before, after)),
    ...adoptedInWords(
      stretches.map(({ after }) => after),
      said?.adopted ?? [],
    ),
  ]
  if (broken.length > 0) throw new Broken(walk.nth, broken, ran.told)
  share(root, 'ids of a target')
  return { ran, said }
}

/** Adopting makes, deletes and changes nothing live, except for slugs where there were none. */
export function judgeAdopting(before: View, after: View): string[] {
  const deleted = [...before.rows]
    .filter(([id]) => !after.rows.has(id))
    .map(([, row]) => `adopt deleted ${nameOf(row)}`)
  const written = [...after.rows].flatMap(([id, row]) => {
    const was = before.rows.get(id)
    if (!was) return [`adopt made ${nameOf(row)}`]
    return changedCells(was, row)
      .filter((cell) => cell !== 'slug' || was.cells.has('slug'))
      .map((cell) => `adopt changed ${nameOf(row)}, ${cell}`)
  })
  return [...deleted, ...written]
}

/** Said to be adopted, and in no record at any time of the run. */
function adoptedInWords(views: readonly View[], adopted: readonly string[]): string[] {
  const recorded = new Set(views.flatMap(({ rows }) => [...rows.values()].flatMap(keysInRecord)))
  return adopted.filter((key) => !recorded.has(key)).map((key) => `said to be adopted, and it is not: ${key}`)
}

function keysInRecord({ wire }: Row): string[] {
  const { boardwright } = (wire['meta'] ?? {}) as { boardwright?: unknown }
  return typeof boardwright === 'string' ? Object.keys((parseJson(boardwright) as { o: object }).o) : []
}
