import type { Scene, SceneReport } from '../../scene.ts'
import { memberOf } from './columns.ts'
import { type FreeForm, mapsAt, textAt, textsAt } from './free.ts'
import { daysOf } from './periods.ts'
import type { Row } from './rows.ts'

/** The rows behind a number, as the data model's `drill_members` have them. */
export interface Details {
  readonly report: SceneReport
  /** The filters that apply, for people. */
  readonly about: readonly string[]
}

const MOST_DETAILS = 200

/** The members of a measure's details, for all measures of the report. */
export const drillsOf = (report: SceneReport | undefined, scene: Scene): string[] => [
  ...new Set(textsAt(report?.query, 'measures').flatMap((measure) => memberOf(measure, scene)?.drill ?? [])),
]

/**
 * The rows behind a mark, or without one behind the whole report. Undefined if the data model does not name their
 * columns.
 */
export function detailsOf(report: SceneReport, scene: Scene, mark: Row = {}): Details | undefined {
  const members = drillsOf(report, scene)
  const { query } = report
  if (members.length === 0 || !query) return undefined
  const isMeasure = (name: string): boolean => memberOf(name, scene)?.kind === 'measure'
  const equals = textsAt(query, 'dimensions').flatMap((member) => {
    const value = mark[member]
    return value === undefined ? [] : [{ member, value: value === null ? undefined : String(value) }]
  })
  const periods = mapsAt(query, 'timeDimensions').map((time) => periodOf(time, mark))
  const filters = equals.map(({ member, value }) =>
    value === undefined ? { member, operator: 'notSet' } : { member, operator: 'equals', values: [value] },
  )
  return {
    about: [...equals.map(({ value }) => value ?? 'nothing'), ...periods.flatMap(({ about }) => about ?? [])],
    report: {
      name: report.name,
      kind: 'table',
      query: {
        measures: members.filter(isMeasure),
        dimensions: members.filter((name) => !isMeasure(name)),
        timeDimensions: periods.map(({ time }) => time),
        filters: [...mapsAt(query, 'filters').filter(isOfRows(isMeasure)), ...filters],
        segments: textsAt(query, 'segments'),
        limit: MOST_DETAILS,
      },
    },
  }
}

/** A filter on a measure applies to groups, and these rows are not grouped. */
const isOfRows =
  (isMeasure: (name: string) => boolean) =>
  (filter: FreeForm): boolean =>
    !isMeasure(textAt(filter, 'member') ?? '')

interface Period {
  readonly time: FreeForm
  readonly about?: string
}

/** A time dimension, narrowed to the period of the mark. */
function periodOf(time: FreeForm, mark: Row): Period {
  const { granularity, ...plain } = time
  const [dimension, grain] = [textAt(time, 'dimension') ?? '', typeof granularity === 'string' ? granularity : '']
  const value = mark[`${dimension}.${grain}`] ?? mark[dimension]
  const from = value === undefined || value === null ? Number.NaN : new Date(value as string | number).getTime()
  const range = Number.isNaN(from) ? undefined : daysOf(new Date(from), grain)
  return range ? { time: { ...plain, dateRange: range }, about: range.join(' – ') } : { time: plain }
}
