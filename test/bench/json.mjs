import { parseJson } from '../../dist/index.js'
import { compare } from './support/measure.mjs'
import { makeReport } from './support/reports.mjs'

const GOAL = 1.3

/** What looking for big numbers and index-like keys adds to `JSON.parse`, on 2 MB of reports without either. */
export async function run() {
  const rows = Array.from({ length: 1700 }, (_, index) => makeReport(index))
  const text = Buffer.from(JSON.stringify(rows)).toString('latin1')
  return compare(`parseJson of ${(text.length / 1e6).toFixed(1)} MB, beside JSON.parse`, {
    ours: () => parseJson(text),
    floor: () => JSON.parse(text),
    warmUp: 10,
    rounds: 41,
    goal: GOAL,
  })
}
