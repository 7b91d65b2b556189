import { counted, plural } from '../content/counted.ts'
import { printable, titleText } from '../content/printable.ts'
import type { FleetPlan, Fold } from '../fleet/fold.ts'
import { printObjects } from './plans.ts'

/** How many targets of a fold are named. */
const MOST_NAMED = 8

function titleOf({ targets, changes, summary, stops }: Fold): string {
  const what = [
    ...(changes > 0 ? [plural(changes, 'change')] : []),
    ...(summary.held > 0 ? [`${counted(summary.held)} held`] : []),
    ...(stops.length > 0 ? [`stopped: ${stops.join(', ')}`] : []),
  ]
  const more = targets.length > MOST_NAMED ? ` and ${counted(targets.length - MOST_NAMED)} more` : ''
  return `${plural(targets.length, 'target')}: ${what.join('; ')} (${targets.slice(0, MOST_NAMED).join(', ')}${more})`
}

export async function* fleetPlanLines(planned: FleetPlan): AsyncGenerator<string> {
  const { headline, hasNothingToDo } = await import('../words/index.ts')
  yield `${headline(planned)}\n\n`
  for (const fold of planned.folds.filter((each) => !hasNothingToDo(each))) {
    yield printable(titleOf(fold))
    if (fold.plan && fold.changes > 0) yield `${await printObjects(fold.plan)}\n\n`
    yield* heldIn(fold)
    yield* stoppedIn(fold)
  }
  for (const { target, message, code } of planned.unread)
    yield printable(`${target} cannot be read: ${message}  ${code}`)
}

function* heldIn({ plan, targets }: Fold): Generator<string> {
  for (const { title, message } of plan?.held ?? []) yield printable(`  held  ${titleText(title)}: ${message}`)
  if (plan && plan.held.length > 0) yield printable(`  boardwright plan --target ${targets[0]}`)
}

async function* stoppedIn({ plan, targets, stops: kinds }: Fold): AsyncGenerator<string> {
  if (kinds.length === 0) return
  const { acceptCommand } = await import('../words/index.ts')
  for (const { kind, message } of plan?.stops ?? []) yield printable(`  ${kind}  ${message}`)
  const command = plan && acceptCommand(plan, targets)
  yield printable(
    command === undefined ? `  Look at it: boardwright plan --target ${targets[0]}` : `  If that is meant: ${command}`,
  )
}

/** The plan as `ci comment` posts it. */
export async function fleetPlanMarkdown(fleet: FleetPlan): Promise<string> {
  const { plansIn, renderComment } = await import('../words/index.ts')
  return renderComment({ projectId: fleet.project, plans: plansIn(fleet), fleet }).body
}
