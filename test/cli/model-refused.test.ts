import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { readDataModel } from '../../packages/sandbox/seeds/seed.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const CUBE = 'data-model/model/cubes/orders.yml'
const VIEW = 'data-model/model/views/sales.yml'
const MODEL = Object.fromEntries(
  [...readDataModel('acme')].map(([path, bytes]) => [`data-model/${path}`, Buffer.from(bytes).toString()]),
)
const config = (url: string): string => `version: 1
project: acme
projectId: abcd1234
home: production
targets:
  production: {url: "${url}", deployment: 2, dataModel: {branch: main}}
`
const REPORT = `id: AAAAAAAAAAAA
name: Orders
query: {measures: [sales.net_revenue]}
`

test('a member that was removed from its cube is reported in the view and in the reports that use the view', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, {
    ...MODEL,
    '.gitignore': '.boardwright/\n',
    'boardwright.yaml': config(sandbox.url),
    'content/sales/folder.yaml': 'name: Sales\n',
    'content/sales/orders.report.yaml': REPORT,
  })
  commitAll(root)
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const said = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await runHere(args, { cwd: root, env })
    return stdout + stderr
  }
  const places = (text: string): string[] => text.match(/\S+:\d+:\d+ {2}BW-E\d+ /g) ?? []
  expect(await said('validate')).toContain('no problems.')
  expect(await said('plan')).not.toContain('BW-E12')

  const broken = (MODEL[CUBE] ?? '')
    .replace('- name: net_revenue', '- name: revenue_net')
    .replace('{net_revenue}', '{revenue_net}')
  await writeFiles(root, { [CUBE]: broken })
  const inView = 'the view "sales" includes "net_revenue", which the cube "orders" does not have'
  const inReport = '"sales.net_revenue" was taken from "orders.net_revenue", which no longer exists'
  const atReport = 'content/sales/orders.report.yaml:3:20  BW-E1209 '
  for (const command of ['validate', 'validate']) {
    const text = await said(command)
    expect(text, command).toContain(inView)
    expect(text, command).toContain(inReport)
    expect(places(text), command).toEqual([atReport, `${VIEW}:16:13  BW-E1218 `])
  }
  // The data model is not managed yet, so that a plan writes only the report.
  for (const command of ['plan', 'plan']) {
    const text = await said(command)
    expect(text, command).toContain(inReport)
    expect(places(text), command).toEqual([atReport])
  }
  // What is remembered about the content says nothing about the data model.
  await writeFiles(root, { 'content/sales/orders.report.yaml': REPORT.replace('Orders', 'All orders') })
  expect(places(await said('validate'))).toHaveLength(2)

  await writeFiles(root, {
    [VIEW]: (MODEL[VIEW] ?? '').replace('- net_revenue', '- revenue_net'),
    'content/sales/orders.report.yaml': REPORT.replace('net_revenue', 'revenue_net'),
  })
  expect(await said('validate')).toContain('no problems.')
  expect(places(await said('plan'))).toEqual([])
})
