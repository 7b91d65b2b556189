import type { Key } from '../content/model.ts'
import { shownVersions } from '../content/shown-versions.ts'
import type { Undecided } from './decided.ts'
import { freshnessOf } from './freshness.ts'

/**
 * Whether no dashboard that shows a report has its latest edit. One dashboard whose viewers see it is enough to count
 * as published.
 */
export function isUnpublished(sides: Undecided, report: Key): boolean {
  const lags = unseenByDashboard(sides, report)
  return lags.length > 0 && lags.every((isEdited) => isEdited)
}

/** Whether viewers of some dashboard do not see the latest edit of a report. */
export const isUnseenSomewhere = (sides: Undecided, report: Key): boolean =>
  unseenByDashboard(sides, report).includes(true)

const unseenByDashboard = (sides: Undecided, report: Key): boolean[] =>
  shownVersions(sides.inputs.live.facts, report).map(({ snapshot }) => freshnessOf(sides, snapshot) === 'edited')
