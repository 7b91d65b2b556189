import { expect, test } from 'vitest'
import { HELD_REASONS } from '../../src/plan/plan-file.ts'
import { heldCommands } from '../../src/words/held.ts'
import { held, plan } from './plans.ts'

const REPORT = held({
  ...{ key: 'report/B9xLfZ2kHs6D', title: ['Sales', 'Orders'], within: 'workbook/sales', waitsFor: ['report/a'] },
  ...{ reason: 'conflict', message: 'held', file: 'content/sales/orders.report.yaml', commit: '41ab9c0' },
})

test.for(HELD_REASONS)('for what is held as %s, the suggested command is apply or promote, like the plan', (reason) => {
  const told = (promotion: { from: string; at?: string } | undefined): string =>
    heldCommands({ ...REPORT, reason }, plan({ promotion }), 0).join('\n')
  const applied = told(undefined)
  expect(told({ from: 'staging' })).not.toContain('boardwright apply --target production')
  const verb = 'boardwright promote --from staging --to production --at v1'
  expect(told({ from: 'staging', at: 'v1' }).replaceAll(/ {2,}/g, ' ')).toBe(
    applied
      .replaceAll('boardwright apply --target production', verb)
      // A merge does not change which commit staging has.
      .replace(/into this branch:( +git merge \w+)/, 'to staging, too:$1 && boardwright apply --target staging')
      .replaceAll(/ {2,}/g, ' '),
  )
})

test.each<[string, object, string]>([
  ['its own file', {}, 'write it into content/sales/orders.report.yaml, or for dev alone into overlays/dev/'],
  [
    'its own file, if no overlay can say it',
    { units: [{ unit: 'folder', baseKnown: true, repo: 'Sales', live: 'Finance' }] },
    'write it into content/sales/orders.report.yaml, for all targets: no overlay can say it',
  ],
  [
    'the files of the reports that it waits for',
    { key: 'workbook/sales', file: 'content/sales', reason: 'edited-report', waitsFor: ['report/a'] },
    'write it into content/sales/own.yaml and content/a.report.yaml, or for dev alone into overlays/dev/',
  ],
])('an edit in a target that is not home goes into %s', (_, more, command) => {
  const edited = (key: string, file: string, within?: string) => ({
    ...{ key, file, within, title: [key], reason: 'edited-report', message: 'edited', units: [] },
  })
  const left = [
    edited('report/own', 'content/sales/own.yaml', 'workbook/sales'),
    edited('report/a', 'content/a.report.yaml'),
    edited('report/other', 'content/other.report.yaml'),
  ]
  const target = { ...plan().target, name: 'dev', notHome: true as const }
  const [first = ''] = heldCommands({ ...REPORT, ...more } as never, plan({ target, left } as never), 0)
  expect(first.replace(/^.*by hand: +/, '')).toBe(command)
})

test.for(HELD_REASONS)('a command that overwrites what is held as %s says what else it overwrites', (reason) => {
  const edit = { key: 'report/a', title: ['a'], file: 'content/sales/a/reports/a.yaml', within: 'workbook/a' }
  const left = [{ ...edit, reason: 'ui-edit', message: 'edited', units: [] }]
  for (const [key, file] of [
    ['workbook/a', 'content/sales/a'],
    ['folder/Sales', 'content/sales'],
  ]) {
    const { within, waitsFor, ...alone } = REPORT
    const lines = heldCommands({ ...alone, key, file, reason } as never, plan({ left } as never), 0)
    for (const line of lines.filter((each) => each.includes('--accept ui-edits'))) {
      expect(line).toMatch(/and overwrite 1 other UI edit:|, with (its reports|everything in it):|with its edit:/)
    }
  }
})

/** The plan names what these wait for, or says once for all of them what to do. */
const EXPLAINED_ELSEWHERE = ['held-report', 'held-workbook', 'held-folder', 'unseen']

test.for(HELD_REASONS.filter((reason) => !EXPLAINED_ELSEWHERE.includes(reason)))(
  'what is held as %s is told what to do next',
  (reason) => {
    expect(heldCommands({ ...REPORT, reason }, plan(), 0)).not.toEqual([])
  },
)
