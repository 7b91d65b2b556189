import { expect, test } from 'vitest'
import { workbookKey } from '../../src/content/model.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import { findingsFor, MOST_SHOWN } from '../../src/project/plan/rules.ts'
import { smallTenant } from '../support/small-tenant.ts'
import { configOf } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

/** A plan judges what it writes, and itself. */

const account = openAccount({ seed: smallTenant() })
const WORKBOOK = {
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/b/workbook.yaml': 'slug: b\nname: Board\n',
}
const board = (title: string): Record<string, string> => ({
  'content/sales/b/dashboard.yaml': `title: Board\nwidgets:\n  - id: a\n    type: TEXT\n    position: {x: 0, y: 0, w: 6, h: 4}\n    config: {${title}}\n`,
})
const TITLED = 'on: {kind: widget}\nmust: {title: present}\nmessage: "widget {id} has no title"\n'

async function planned(rules: Record<string, string>, title: string, config = '', env: Record<string, string> = {}) {
  const { url, keys } = account()
  const settings = `${configOf({ production: { url, deployment: 2 } })}${config}`
  const files = { ...WORKBOOK, ...board(title), ...rules, 'boardwright.yaml': settings }
  const { plan } = await openScene(files, { BOARDWRIGHT_TOKEN: keys.admin, ...env })
  return (await plan('production', {})).plan
}

test('what a rule finds in what the plan writes stops it, unless it is waived, weighed or a warning', async () => {
  const rules = { 'rules/titled.yaml': TITLED }
  await expect(planned(rules, 'text: x')).rejects.toThrow('widget a has no title')
  expect((await planned(rules, 'title: x')).objects.length).toBeGreaterThan(0)
  const weigh = 'rules: {weigh: [{rule: titled, severity: warning}]}\n'
  expect((await planned(rules, 'text: x', weigh)).stops).toEqual([])
  const waiver =
    'rules: {waiverDays: 36500}\nwaivers: [{rule: titled, path: content/sales/b, reason: r, owner: o, expires: 2060-01-01}]\n'
  expect((await planned(rules, 'text: x', waiver)).stops).toEqual([])
  await expect(planned(rules, 'text: x', waiver.replace('sales/b', 'sales/c'))).rejects.toThrow('widget a has no title')
})

test('what only warns is in the plan, with its object', async () => {
  const rules = { 'rules/titled.yaml': `${TITLED}severity: warning\n` }
  const { findings } = await planned(rules, 'text: x')
  expect(findings).toEqual([{ key: 'workbook/b', rule: 'titled', message: 'widget a has no title' }])
  expect((await planned(rules, 'title: x')).findings).toBeUndefined()
})

test('a plan that cannot hold all findings says how many more there are', () => {
  const plan = { objects: [{ key: 'workbook/b' }] } as unknown as Plan
  const finding = { kind: 'RULE', rule: 'titled', key: workbookKey('b'), message: 'm', at: { file: 'b' } } as const
  const many = Array.from({ length: MOST_SHOWN + 1_234 }, () => finding)
  const { findings, notes } = findingsFor(plan, many)
  expect(findings).toHaveLength(MOST_SHOWN)
  expect(notes).toEqual(['rules find 1,234 more things than this plan holds: validate lists all of them'])
  expect(findingsFor(plan, many.slice(0, MOST_SHOWN)).notes).toEqual([])
})

test('a rule that cannot be read stops it', async () => {
  const rules = { 'rules/titled.yaml': TITLED.replace('title:', 'titel:') }
  await expect(planned(rules, 'title: x')).rejects.toThrow('there is no field "titel"')
})

const CHANGE = (on: string, message = 'no'): Record<string, string> => ({
  'rules/freeze.yaml': `on: {kind: change, ${on}}\nmessage: "${message}"\n`,
})
const stops = async (on: string, config = '', env: Record<string, string> = {}) =>
  (await planned(CHANGE(on, '{action} {name} on {weekday} with {labels}'), 'title: x', config, env)).stops.map(
    ({ kind, message }) => [kind, message],
  )

test('a rule on changes looks at the plan itself', async () => {
  const [stop] = await stops('object: workbook, action: create', '', { BOARDWRIGHT_LABELS: 'urgent, data' })
  expect(stop).toEqual(['rule', expect.stringMatching(/^freeze: create Board on \w+day with urgent, data$/)])
  expect(await stops('object: workbook, action: delete')).toEqual([])
  expect(await stops('target: dev')).toEqual([])
  expect(await stops('object: workbook, labels: absent')).toHaveLength(1)
  expect(await stops('object: workbook, changesModel: true')).toEqual([])
  expect(await stops('object: workbook, published: true')).toHaveLength(1)
})

test('as a warning it is a note', async () => {
  const rules = { 'rules/freeze.yaml': 'on: {kind: change, object: workbook}\nmessage: "{name}"\nseverity: warning\n' }
  const { stops: none, notes } = await planned(rules, 'title: x')
  expect([none, notes]).toEqual([[], expect.arrayContaining(['freeze: Board'])])
})
