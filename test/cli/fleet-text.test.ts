import { expect, test } from 'vitest'
import { renderFleetPage } from '../../src/cli/fleet-page.ts'
import { fleetPlanLines } from '../../src/cli/fleet-plan.ts'
import { missLines } from '../../src/cli/fleet-text.ts'
import type { FleetStatus } from '../../src/fleet/fleet.ts'

const targetsOf = (names: readonly string[]): FleetStatus['targets'] =>
  names.map((target) => ({ target, state: 'to apply', commit: null, changes: 1, held: 0, failed: 0 }))

const linesFor = (names: readonly string[], isLast: boolean): string[] => [
  ...missLines(
    [{ condition: 'applied', message: 'not applied', targets: names }],
    { format: 1, project: 'acme', commit: 'c0ffee0', at: '', waves: [], targets: targetsOf(names) },
    isLast,
  ),
]

test('the commands after a gate name every target, because the shell would not know what is left out', () => {
  const names = Array.from({ length: 31 }, (_, n) => `t${n}`)
  const commands = linesFor(names, false).filter((line) => line.includes('--target'))
  expect(commands.map((line) => /--target (\S+)/.exec(line)?.[1])).toEqual([names.join(','), names.join(',')])
})

test('only before the last wave do later ones wait', () => {
  expect(linesFor(['dev'], false)).toContain('Later waves wait for these targets. Look at what stopped them:')
  expect(linesFor(['dev'], true)).toContain('Look at what stopped them:')
})

const EMPTY = { kind: 'first-apply', message: 'it has none', accept: 'first-apply' }
const RENAMED = { kind: 'split-name', message: 'one file of two' }

const PLAN = { target: { name: 'a' }, inputs: { select: [], prune: false, accept: [] }, held: [] }

test.each([
  [[EMPTY, EMPTY], '  If that is meant: boardwright apply --target a,b --accept first-apply'],
  [[EMPTY, RENAMED], '  Look at it: boardwright plan --target a'],
  [undefined, '  Look at it: boardwright plan --target a'],
])('a fleet plan that is stopped names the next command: %j', async (stops, command) => {
  const fold = { targets: ['a', 'b'], summary: { held: 0 }, changes: 0, stops: ['first-apply'] }
  const planned = { folds: [{ ...fold, ...(stops && { plan: { ...PLAN, stops } }) }], unread: [] }
  const lines: string[] = []
  for await (const line of fleetPlanLines(planned as never)) lines.push(line)
  expect(lines.at(-1)).toBe(command)
})

test('the page of a fleet has the states in their hues, and times without fractions', async () => {
  const error = { code: 'BW-E2001', message: 'GET /api/v1/deployments got no connection to http://127.0.0.1:5999' }
  const states = ['there', 'to apply', 'held', 'failed', 'unreachable'] as const
  const targets = states.map((state) => ({
    ...{ target: `tenant-${state}`, state, commit: 'c0ffee0', changes: 1, held: 0, failed: 0 },
    ...(state === 'unreachable' ? { error } : {}),
  }))
  const status = { format: 1, project: 'acme', commit: 'c0ffee0', at: '2026-11-30T07:16:11.928Z', waves: [], targets }
  const html = await renderFleetPage('acme', status as unknown as FleetStatus)
  const words = [...html.matchAll(/class="word (\w+)">([^<]+)/g)].map(([, style, word]) => `${word}: ${style}`)
  expect(words).toEqual([
    ...['there: added', 'to apply: changed', 'held: held', 'failed: removed', 'unreachable: removed'],
  ])
  expect(html).toContain('Asked at 2026-11-30 07:16 UTC')
})
