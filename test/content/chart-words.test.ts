import { expect, test } from 'vitest'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { grownSeed } from '../../packages/sandbox/seeds/grown.ts'
import { scaleSeed } from '../../packages/sandbox/seeds/scale.ts'
import { readSeed } from '../../packages/sandbox/seeds/seed.ts'
import { faultsOf } from '../../src/lint/faults.ts'

const UNKNOWN = { known: false, because: 'there is none' } as const

function told(yaml: string): string[] {
  const { value, placeOf, problems } = readYaml(`id: a\n${yaml}\n`, 'a.yaml')
  expect(problems).toEqual([])
  return faultsOf(value, UNKNOWN, placeOf)
    .filter(({ kind, message }) => kind === 'SCHEMA' && !message.startsWith('the report asks for nothing'))
    .map(({ message, hint, warning }) => `${warning ? 'warning' : 'error'}: ${message}: ${hint}`)
}

test.each([
  ['kind: kpi\nspec: {valeu: a}', 'warning: unknown key "valeu": did you mean "value"?'],
  ['kind: kpi\nspec: {measure: a}', 'warning: unknown key "measure": did you mean "value"?'],
  [
    'kind: kpi\nspec: {format: currency}',
    'warning: "spec.format" is not a format of numbers: "currency": did you mean "$,.2f"?',
  ],
  ['kind: kpi\nspec: {sparkline: {granularity: monthly}}', 'warning: "spec.sparkline.granularity" must be one of'],
  ['kind: kpi\nspec: {target: "5"}', 'warning: "spec.target" must be a number, not a text: Take the quotes away: 5.'],
  ['kind: table\nspec: {columns: [{feild: a, field: a}]}', 'warning: unknown key "feild": did you mean "field"?'],
  ['kind: map\nspec: {lattitude: a}', 'warning: unknown key "lattitude": did you mean "latitude"?'],
  ['kind: map\nspec: {lat: a}', 'warning: unknown key "lat": did you mean "latitude"?'],
  ['kind: sankey\nspec: {align: centre}', 'warning: "spec.align" must be one of justify, left, right'],
  ['preferences: {columnFormats: {a: {type: money}}}', 'error: "preferences.columnFormats.a.type" must be one of'],
  ['preferences: {columnFormats: [a]}', 'error: "preferences.columnFormats" must be a map, not a list'],
  [
    'preferences: {columnFormats: {a: {type: number, decimalPlaces: "2"}}}',
    'must be a number, not a text: Take the quotes away: 2.',
  ],
  [
    'periodComparisons: [{measure: a, timeDimension: b, offset: {amount: 1, unit: months}}]',
    'error: "periodComparisons[0].offset.unit" must be one of second, minute, hour, day, week, month, quarter, year, not "months": did you mean "month"?',
  ],
  [
    'widgets: [{id: a, config: {report: b, numberFormat: money}}]',
    'warning: "config.numberFormat" is not a format of numbers: "money": did you mean "$,.2f"?',
  ],
  ['fillMissingRows: {members: a}', 'error: "fillMissingRows.member" is missing'],
])('%s is reported', (yaml, problem) => {
  expect(told(yaml)).toEqual([expect.stringContaining(problem)])
})

test.each(['$0,0.00', '0.0a', '#,##0', '0%', '$,.2f', ',', '.1%', '~s', '0', '0 €'])(
  '%s is a format of a KPI',
  (format) => {
    expect(told(`kind: kpi\nspec: {format: "${format}"}`)).toEqual([])
  },
)

/** A platform holds these, so they must be known. */
test.each([
  ['acme', () => readSeed('acme')],
  ['grown', grownSeed],
  ['scale', () => scaleSeed(20)],
])('what the reports of the seed %s are drawn with is known', (_, seed) => {
  const problems = seed().reports.flatMap(({ publicId, meta }) =>
    faultsOf({ ...meta, id: publicId, sql: 'select 1' }, UNKNOWN, () => ({ at: { file: 'a.yaml' }, length: 0 })),
  )
  const messages = problems.filter(({ kind }) => kind === 'SCHEMA').map(({ message }) => message)
  // The platform of the seed is older than today's kinds.
  expect(messages.filter((message) => !message.endsWith('not "pivot"'))).toEqual([])
})
