import type { FleetPlan, Fold } from '../sync/fleet/fold.ts'
import { printable } from './output.ts'
import { printObjects } from './plans.ts'
import { plural } from './problems.ts'

/** Names that are told of a fold. */
const MOST_NAMED = 8
/** A comment on a pull request takes 60,000 characters. */
const MOST_TOLD = 50_000
const PLAIN = { width: 100, color: false, verbose: false }

const isIdle = ({ changes, summary, stops }: Fold): boolean => changes === 0 && summary.held === 0 && stops.length === 0

const countOf = (folds: readonly Fold[]): number => folds.reduce((sum, { targets }) => sum + targets.length, 0)

/** `487 tenants: the same 3 changes; 9 differ; 4 held` */
export function headline({ folds, unread }: FleetPlan): string {
  const [main, ...others] = folds.filter(({ changes }) => changes > 0)
  const held = countOf(folds.filter(({ summary }) => summary.held > 0))
  const stopped = countOf(folds.filter(({ stops }) => stops.length > 0))
  const idle = countOf(folds.filter(isIdle))
  const parts = [
    ...(main ? [`${plural(main.targets.length, 'target')}: the same ${plural(main.changes, 'change')}`] : []),
    ...(others.length > 0 ? [countOf(others) === 1 ? '1 differs' : `${countOf(others)} differ`] : []),
    ...(held > 0 ? [`${held} held`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(idle > 0 ? [`${idle} with nothing to do`] : []),
    ...(unread.length > 0 ? [`${unread.length} cannot be read`] : []),
  ]
  return parts.join('; ')
}

function titleOf({ targets, changes, summary, stops }: Fold): string {
  const what = [
    ...(changes > 0 ? [plural(changes, 'change')] : []),
    ...(summary.held > 0 ? [`${summary.held} held`] : []),
    ...(stops.length > 0 ? [`stopped: ${stops.join(', ')}`] : []),
  ]
  const more = targets.length > MOST_NAMED ? ` and ${targets.length - MOST_NAMED} more` : ''
  return `${plural(targets.length, 'target')}: ${what.join('; ') || 'nothing to do'} (${targets.slice(0, MOST_NAMED).join(', ')}${more})`
}

export async function* fleetPlanLines(planned: FleetPlan): AsyncGenerator<string> {
  yield `${headline(planned)}\n\n`
  for (const fold of planned.folds.filter((each) => !isIdle(each))) {
    yield printable(titleOf(fold))
    if (fold.plan && fold.changes > 0) yield `${await printObjects(fold.plan)}\n\n`
    yield* heldIn(fold)
  }
  for (const { target, message, code } of planned.unread)
    yield printable(`${target} cannot be read: ${message}  ${code}`)
}

function* heldIn({ plan, targets }: Fold): Generator<string> {
  for (const { title, message } of plan?.held ?? []) yield printable(`  held  ${title.join(' / ')}: ${message}`)
  if (plan && plan.held.length > 0) yield printable(`  boardwright plan --target ${targets[0]}`)
}

/** The same for a comment. What does not fit is counted. */
export async function fleetPlanMarkdown(planned: FleetPlan): Promise<string> {
  const { fenced, inMarkdown, renderObjects } = await import('../sync/render-plan.ts')
  const folds = planned.folds.filter((each) => !isIdle(each))
  const parts: string[] = []
  let length = 0
  for (const fold of folds) {
    const told = [
      ...(fold.plan && fold.changes > 0 ? renderObjects(fold.plan, PLAIN).split('\n') : []),
      ...heldIn(fold),
    ]
    const part = `<details><summary>${inMarkdown(titleOf(fold))}</summary>\n\n${fenced('diff', told).join('\n')}\n\n</details>\n`
    length += part.length
    if (length > MOST_TOLD) break
    parts.push(part)
  }
  const left = folds.slice(parts.length)
  const rest =
    left.length === 0
      ? []
      : [
          `${plural(countOf(left), 'more target')} in ${plural(left.length, 'more kind')} of plans: see the log of the job.\n`,
        ]
  const unread = planned.unread
    .slice(0, 50)
    .map(({ target, message, code }) => `- ${inMarkdown(`${target} cannot be read: ${message}`)} ${code}`)
  return [`### Boardwright: ${inMarkdown(headline(planned))}\n`, ...parts, ...rest, ...unread].join('\n')
}
