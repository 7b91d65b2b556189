import { printableName } from '../../content/printable.ts'
import type { NumbersFile } from '../numbers-file.ts'
import { plural } from '../words/line.ts'
import { inMarkdown as escaped } from './escape.ts'

type Report = NumbersFile['reports'][number]
type Measure = NonNullable<Report['compared']>['measures'][number]

/** The result in one sentence. */
export function numbersTitle({ reports, same, notAsked, skipped }: NumbersFile): string {
  if (skipped !== undefined) return `Numbers were not compared: ${printableName(skipped)}`
  if (reports.length + same + notAsked.length === 0) return 'Numbers: no report is affected.'
  const failed = reports.filter(({ error }) => error !== undefined).length
  const fresh = reports.filter(({ isNew }) => isNew === true).length
  const repaired = reports.filter(
    ({ compared, errorBefore, error }) => !compared && errorBefore !== undefined && error === undefined,
  ).length
  const moved = reports.length - failed - fresh - repaired
  const parts = [
    ...(failed > 0 ? [`${plural(failed, 'report')} failed`] : []),
    ...(moved > 0 ? [`${plural(moved, 'report')} differ${moved === 1 ? 's' : ''}`] : []),
    ...(repaired > 0 ? [`${plural(repaired, 'report')} failed before and no longer`] : []),
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...(same > 0 ? [`${same} as before`] : []),
    ...(notAsked.length > 0 ? [`${notAsked.length} not asked, the budget was spent`] : []),
  ]
  return `Numbers: ${parts.join(', ')}.`
}

const LOCALE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const shown = (value: number | null): string => (value === null ? 'none' : LOCALE.format(value))

function differenceOf({ before, after, rows }: Measure): string {
  if (before === null || after === null) return ''
  if (before === after) return rows === 0 ? '' : `the same in all, ${plural(rows, 'row')} differ`
  const by = after - before
  const percent =
    before === 0 ? '' : ` (${by > 0 ? '+' : ''}${LOCALE.format(Math.round((by / Math.abs(before)) * 1000) / 10)} %)`
  return `${by > 0 ? '+' : ''}${LOCALE.format(by)}${percent}`
}

const nameOf = ({ name, was }: Measure): string => (was === undefined ? name : `${was} -> ${name}`)

const isMoved = ({ before, after, rows, was }: Measure): boolean => before !== after || rows > 0 || was !== undefined

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
  ...(isNew === true ? ['new, and it answers'] : []),
]

export const numbersText = (numbers: NumbersFile): string[] => [
  ...numbers.reports.flatMap((report): string[] => [
    `${report.error === undefined ? '~' : '!'} ${report.report}  ${report.because}`,
    ...errorsOf(report).map((text) => `    ${text}`),
    ...(report.compared?.measures.filter(isMoved) ?? []).map((each) =>
      `    ${nameOf(each)}  ${shown(each.before)} -> ${shown(each.after)}  ${differenceOf(each)}`.trimEnd(),
    ),
    ...(report.compared ? rowsOf(report.compared).map((text) => `    ${text}`) : []),
  ]),
  ...numbers.notAsked.slice(0, MOST).map((report) => `? ${report}  not asked`),
  numbersTitle(numbers),
]

const MOST = 40

/** The same for a forge. */
export function numbersLines(numbers: NumbersFile | undefined): string[] {
  if (numbers === undefined) return []
  const head = [`#### ${escaped(numbersTitle(numbers))}`]
  if (numbers.reports.length === 0) return head
  const rows = numbers.reports.flatMap((report): string[] => {
    const name = escaped(report.name)
    const told = [...errorsOf(report), ...(report.compared ? rowsOf(report.compared) : [])]
    return [
      ...(report.compared?.measures.filter(isMoved) ?? []).map(
        (each) =>
          `| ${name} | ${escaped(nameOf(each))} | ${shown(each.before)} | ${shown(each.after)} | ${differenceOf(each)} |`,
      ),
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
