import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { besideFloor, inTurns, judge, ratioOf } from './support/measure.mjs'
import { commitAll, withTenant } from './support/tenant.mjs'

const [REPORTS] = (process.env.BENCH_REPORTS ?? '10000').split(',').map(Number)
/** At most a quarter more. */
const GOAL = 1.25

/** Those of the built-in rules that find little in this tenant. With those of files they are twenty. */
const BUILT_IN =
  `dashboard-title dashboard-size chart-title container-title filter-beside-charts workbook-name folder-depth
no-embed-for-all no-publish-with-model no-fixed-dates no-fixed-date-filters table-limit no-ungrouped no-select-all
no-deprecated-member no-private-member report-name`.split(/\s+/)
const IN_FILES = {
  named: `on: {kind: report}\nmust: {name: {matches: '^[A-Z].* \\d{5}$'}}\nmessage: "{name} has no number"\n`,
  tagged:
    'on: {kind: report, queried: true}\ncheck: tags.size() > 0 && tags.size() < 20\nmessage: "{name} has no tags"\n',
  described: 'on: {kind: member, public: true}\nmust: {description: present}\nmessage: "{name} says nothing"\n',
}

/** What rules of the house add to `validate`. */
export const run = () =>
  withTenant(REPORTS, async ({ root, boardwright }) => {
    const ruled = `${root}-ruled`
    const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8')
    writeFileSync(join(root, 'boardwright.yaml'), `${config}mergeInto: main\n`)
    commitAll(root)
    cpSync(root, ruled, { recursive: true })
    writeFileSync(join(ruled, 'boardwright.yaml'), `${config}mergeInto: main\nrules: {use: [${BUILT_IN.join(', ')}]}\n`)
    mkdirSync(join(ruled, 'rules'))
    for (const [name, text] of Object.entries(IN_FILES)) writeFileSync(join(ruled, `rules/${name}.yaml`), text)
    commitAll(ruled)
    const forget = (at) => rmSync(join(at, '.boardwright'), { recursive: true, force: true })
    const validate = (at) => boardwright('validate', '-C', at)
    const measure = async (how, prepare) => {
      const runner = (at) => () => {
        prepare(at)
        return validate(at)
      }
      const runs = await inTurns({ floor: runner(root), ours: runner(ruled) }, { rounds: 5 })
      const memory = ratioOf(runs, 'megabytes')
      return judge(`validate of ${REPORTS.toLocaleString('en')} reports by twenty rules, ${how}, beside none`, [
        besideFloor(runs, 'wall', GOAL),
        besideFloor(runs, 'processor', GOAL),
        { said: `memory ratio ${memory.toFixed(2)}`, value: memory, goal: GOAL },
      ])
    }
    return [await measure('cold', forget), await measure('warm', () => {})].every(Boolean)
  })
