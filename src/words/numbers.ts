import { counted, plural } from '../content/counted.ts'
import { printableName } from '../content/printable.ts'
import type { Numbers } from '../plan/numbers.ts'
import { inMarkdown as escaped } from './escape.ts'

type Report = Numbers['reports'][number]
type Measure = NonNullable<Report['compared']>['measures'][number]

/** The result in one sentence. */
export function numbersTitle({ reports, same, notAsked, byPython, needBranch, skipped }: Numbers): string {
  if (skipped !== undefined) return `Numbers were not compared: ${printableName(skipped)}`
  if (reports.length + same + notAsked.length + byPython.length + needBranch.length === 0)
    return 'Numbers: no report is affected.'
  const failed = reports.filter(({ error }) => error !== undefined).length
  const fresh = reports.filter(({ isNew }) => isNew === true).length
  const repaired = reports.filter(
    ({ compared, errorBefore, error }) => !compared && errorBefore !== undefined && error === undefined,
  ).length
  const moved = reports.length - failed - fresh - repaired
  const parts = [
    ...(failed > 0 ? [`${plural(failed, 'report')} failed`] : []),
    ...(moved > 0 ? [plural(moved, 'report differs', 'reports differ')] : []),
    ...(repaired > 0 ? [`${plural(repaired, 'report')} failed before and no longer`] : []),
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...(same > 0 ? [`${same} as before`] : []),
    ...(notAsked.length > 0 ? [`${counted(notAsked.length)} not queried: the budget was used up`] : []),
    ...(needBranch.length > 0
      ? [
          `${counted(needBranch.length)} not queried: only the data model changes them, and no branch of this name has it`,
        ]
      : []),
    ...(byPython.length > 0 ? [`${counted(byPython.length)} made by Python code, which only the platform runs`] : []),
  ]
  return `Numbers: ${parts.join(', ')}.`
}

const LOCALE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const shown = (value: number | null): string => (value === null ? 'none' : LOCALE.format(value))
const percent = (share: number): string => `${LOCALE.format(Math.round(share * 1000) / 10)} %`

/** Before, after, and the difference. Rows that do not add up have no totals. */
function cellsOf(measure: Measure, both: number): readonly [before: string, after: string, difference: string] {
  const { before, after, rows, only, isSum, most } = measure
  const inRows = `another in ${rows} of ${plural(both, 'row')}${most === null ? '' : `, by up to ${percent(most)}`}`
  if (only !== undefined && !isSum) return ['', '', only === 'before' ? 'gone' : 'new']
  if (!isSum) return ['', '', rows === 0 ? '' : inRows]
  return [
    shown(before),
    shown(after),
    before === after && rows > 0 ? `the same in all, ${inRows}` : byWhat(before, after),
  ]
}

function byWhat(before: number | null, after: number | null): string {
  if (before === null || after === null || before === after) return ''
  const [by, sign] = [after - before, after > before ? '+' : '']
  return `${sign}${LOCALE.format(by)}${before === 0 ? '' : ` (${sign}${percent(by / Math.abs(before))})`}`
}

const nameOf = ({ name, was }: Measure): string => (was === undefined ? name : `${was} -> ${name}`)

const isMoved = ({ before, after, rows, was, only }: Measure): boolean =>
  before !== after || rows > 0 || was !== undefined || only !== undefined

const movedIn = ({ compared }: Report): { readonly name: string; readonly cells: ReturnType<typeof cellsOf> }[] =>
  compared?.measures
    .filter(isMoved)
    .map((each) => ({ name: nameOf(each), cells: cellsOf(each, compared.rows.both) })) ?? []

const inOneLine = (before: string, after: string): string => (before === '' ? '' : `  ${before} -> ${after}`)

function rowsOf({ rows, isPartial }: NonNullable<Report['compared']>): string[] {
  const parts = [
    ...(rows.came > 0 ? [`${plural(rows.came, 'row')} came`] : []),
    ...(rows.went > 0 ? [`${plural(rows.went, 'row')} went`] : []),
  ]
  return [...(parts.length > 0 ? [parts.join(', ')] : []), ...(isPartial ? ['only the first rows were compared'] : [])]
}

const errorsOf = ({ error, errorBefore, isNew }: Report): string[] => [
  ...(error === undefined ? [] : [errorBefore === undefined ? error : `${error} (it failed before, too)`]),
  ...(error === undefined && errorBefore !== undefined ? [`it failed before: ${errorBefore}`] : []),
  ...(isNew === true ? ['new, and it works'] : []),
]

export const numbersText = (numbers: Numbers): string[] => [
  ...numbers.reports.flatMap((report): string[] => [
    `${report.error === undefined ? '~' : '!'} ${report.report}  ${report.because}`,
    ...errorsOf(report).map((text) => `    ${text}`),
    ...movedIn(report).map(({ name, cells: [before, after, by] }) =>
      `    ${name}${inOneLine(before, after)}  ${by}`.trimEnd(),
    ),
    ...(report.compared ? rowsOf(report.compared).map((text) => `    ${text}`) : []),
  ]),
  ...[...numbers.notAsked, ...numbers.needBranch].slice(0, MOST).map((report) => `? ${report}  not asked`),
  ...numbers.byPython.slice(0, MOST).map((report) => `? ${report}  made by Python code`),
  numbersTitle(numbers),
]

const MOST = 40

/** The same as Markdown for a forge. */
export function numbersLines(numbers: Numbers): string[] {
  const head = [`#### ${escaped(numbersTitle(numbers))}`]
  if (numbers.reports.length === 0) return head
  const rows = numbers.reports.flatMap((report): string[] => {
    const name = escaped(report.name)
    const told = [...errorsOf(report), ...(report.compared ? rowsOf(report.compared) : [])]
    return [
      ...movedIn(report).map((each) => `| ${name} | ${escaped(each.name)} | ${each.cells.join(' | ')} |`),
      ...told.map((text) => `| ${name} | ${escaped(text)} | | | |`),
    ]
  })
  const more = rows.length - MOST
  return [
    ...head,
    '',
    '| Report | Measure | Before | After | Difference |',
    '|---|---|--:|--:|---|',
    ...rows.slice(0, MOST),
    ...(more > 0 ? ['', `and ${plural(more, 'more line')}`] : []),
  ]
}
