import type { SceneReport } from '../../scene.ts'
import { isMap } from '../data/free.ts'

export interface Missed {
  readonly text: string
  readonly why: string
}

/** What a widget says whose numbers somebody might take for filtered. Undefined if every filter reaches it. */
export function missedBy(report: SceneReport | undefined): Missed | undefined {
  const { missed = [] } = report ?? {}
  return report && missed.length > 0 ? { text: `not filtered by ${missed.join(', ')}`, why: whyNot(report) } : undefined
}

const whyNot = ({ query, sql }: SceneReport): string =>
  isMap(query)
    ? 'Its query asks another cube or view.'
    : sql
      ? 'Its rows come from SQL, which a dashboard does not change.'
      : 'It asks for no rows that a dashboard could filter.'

/** Why a click in this chart filters no other. */
export const whyNoCross = (report: SceneReport): string =>
  isMap(report.query)
    ? 'Numbers alone cannot filter.'
    : `Reports ${report.sql ? 'in SQL' : 'without a query'} cannot filter.`
