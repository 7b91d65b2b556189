import { counted, plural } from '../../../content/counted.ts'
import { someOf } from '../../../content/some-of.ts'
import { type FleetPlan, type Fold, foldName, headline, isIdle, targetsIn } from '../../fleet.ts'
import { inMarkdown as escaped } from '../escape.ts'
import type { Verdict } from './summary.ts'

const MOST_NAMED = 100
const MOST_ROWS = 25
const MOST_UNREAD = 25

/** Somebody has to look if a target cannot be read, is held or is stopped. */
export function fleetVerdict(fleet: FleetPlan, { conclusion }: Verdict): Verdict {
  const isOpen = fleet.unread.length > 0 || fleet.folds.some(({ summary, stops }) => summary.held + stops.length > 0)
  const title = escaped(headline(fleet)) || 'no changes'
  return { title, conclusion: conclusion !== 'failure' && isOpen ? 'action_required' : conclusion }
}

/** Which targets cannot be read, and which targets each plan is for, starting with the rarest plan. */
export function fleetLines({ folds, unread }: FleetPlan): string[] {
  const busy = folds.filter((fold) => !isIdle(fold)).toReversed()
  const untold = busy.filter(({ plan }) => plan === undefined)
  const broken = unread
    .slice(0, MOST_UNREAD)
    .map(({ target, message, code }) => `- **${escaped(target)}**: ${escaped(message)} (${escaped(code)})`)
  const named = busy.filter(({ targets }) => targets.length > 1).slice(0, MOST_ROWS)
  return [
    ...(broken.length === 0 ? [] : ['#### Cannot be read', '', ...broken, ...more(unread.length - MOST_UNREAD), '']),
    ...(untold.length === 0
      ? []
      : [
          `${plural(targetsIn(untold), 'more target')} with ${plural(untold.length, 'more kind')} of plans, in the log of the job: ${escaped(someOf(untold.map(foldName), MOST_ROWS))}.`,
          '',
        ]),
    ...(named.length === 0
      ? []
      : ['<details><summary>Which targets</summary>', '', ...named.map(namesRow), '', '</details>']),
  ]
}

const namesRow = ({ targets }: Fold): string =>
  `- ${plural(targets.length, 'target')}: ${escaped(someOf(targets, MOST_NAMED))}`

const more = (count: number): string[] => (count > 0 ? [`- and ${counted(count)} more`] : [])
