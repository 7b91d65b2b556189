import { expect, test } from 'vitest'
import { readDataModel } from '../../packages/sandbox/seeds/seed.ts'
import { smallTenant } from '../support/small-tenant.ts'
import { configOf } from './promote-tree.ts'
import { openAccount, openScene } from './promote-world.ts'

/** Viewers see what a target leaves out, too: a member that it uses cannot go unnoticed. */

const account = openAccount({ seed: smallTenant() })
const CUBE = 'data-model/model/cubes/orders.yml'
const MODEL = Object.fromEntries([...readDataModel('acme')].map(([path, bytes]) => [`data-model/${path}`, `${bytes}`]))
/** The member has another name everywhere in the data model, which is without mistakes itself. */
const WITHOUT_IT = Object.fromEntries(
  Object.entries(MODEL).map(([file, text]) => [file, text.replaceAll('net_revenue', 'net_income')]),
)
const MAIN = { production: ', dataModel: {branch: main}' }
const STOPPED = [
  /^"sales.net_revenue" is removed from the data model, and 3 reports still use it: .*Top customers \(owner maria@/,
]

test.each<[string, Record<string, string>, RegExp[]]>([
  ['its only target has no content', { production: ', content: off, dataModel: {branch: main}' }, STOPPED],
  ['the target excludes it', { production: ', exclude: {paths: [sales]}, dataModel: {branch: main}' }, STOPPED],
  ['another target has it on this branch', { other: ', content: off, dataModel: {branch: main}', ...MAIN }, STOPPED],
  ['another target has it on another branch', { other: ', content: off, dataModel: {branch: next}', ...MAIN }, []],
  [
    'another target has it on the branch that this one is merged into',
    { other: ', content: off, dataModel: {branch: next, merge: default}', ...MAIN },
    STOPPED,
  ],
])('a removed member that live content uses: %s', async (_, more, expected) => {
  const { url, keys } = account()
  await fetch(`${url}/build/api/v1/deployments/2/branches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'next', from: 'main' }),
  })
  const targets = Object.entries(more).map(([name, text]) => [name, { url, deployment: 2, more: text }])
  const files = { ...WITHOUT_IT, 'boardwright.yaml': configOf(Object.fromEntries(targets)) }
  const { plan } = await openScene(files, { BOARDWRIGHT_TOKEN: keys.admin })
  const { plan: planned } = await plan(Object.keys(more)[0] ?? '', { shaping: { accept: ['model'] } })
  const stops = planned.stops.filter(({ kind }) => kind === 'break').map(({ message }) => message)
  expect(stops).toEqual(expected.map((message) => expect.stringMatching(message)))
  expect(planned.objects.map(({ file }) => file)).toContain(CUBE)
})
