import { type Mistake, type Mistakes, REPORT, SQL, wrong } from './mistake.ts'

const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'
const SPEC = `id: AAAAAAAAAAAA
name: Orders
kind: vega
spec:
  $schema: ${LITE}
  mark: bar
  encoding:
    x: {field: month, type: temporal}
    y: {field: total, type: quantitative}
`

const drawn = (from: string, to: string, said: readonly [string, string, string]): Mistake =>
  wrong({ [REPORT]: SPEC.replace(from, to), [SQL]: 'select date as month, sum(amount) as total from shop\n' }, said)

/** Charts written in Vega-Lite. */
export const VEGA: Mistakes = {
  'a column that the SQL no longer gives': drawn('field: total', 'field: amount', [
    'the SQL gives the chart no column "amount"',
    `${REPORT}:9:16`,
    'name a column that the SQL gives: month, total.',
  ]),
  'a mark of another library': drawn('mark: bar', 'mark: column', [
    'Vega-Lite has no mark "column"',
    `${REPORT}:6:9`,
    'did you mean "bar"?',
  ]),
  'a misspelt channel': drawn('    y:', '    yy:', [
    'Vega-Lite has no channel "yy"',
    `${REPORT}:9:5`,
    'did you mean "y"?',
  ]),
  'the SQL type of a column': drawn('quantitative', 'integer', [
    'Vega-Lite has no type "integer"',
    `${REPORT}:9:29`,
    'did you mean "quantitative"?',
  ]),
  'Vega-Lite under the name of Vega': drawn('vega-lite/v5', 'vega/v5', [
    'names the schema of Vega, but is written in Vega-Lite',
    `${REPORT}:5:12`,
    `Write ${LITE}.`,
  ]),
}
