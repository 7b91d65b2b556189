import { expect, test } from 'vitest'
import { missLines } from '../../src/cli/fleet-text.ts'
import type { FleetStatus } from '../../src/sync/fleet/fleet.ts'

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
