import { expect, test } from 'vitest'
import { missLines } from '../../src/cli/fleet-text.ts'

test('the commands after a gate name every target, because the shell would not know what is left out', () => {
  const names = Array.from({ length: 31 }, (_, n) => `t${n}`)
  const targets = names.map((target) => ({
    ...{ target, state: 'to apply' as const, commit: null, changes: 1, held: 0, failed: 0 },
  }))
  const misses = [{ condition: 'applied' as const, message: 'not applied', targets: names }]
  const commands = [
    ...missLines(misses, { format: 1, project: 'acme', commit: 'c0ffee0', at: '', waves: [], targets }),
  ].filter((line) => line.includes('--target'))
  expect(commands.map((line) => /--target (\S+)/.exec(line)?.[1])).toEqual([names.join(','), names.join(',')])
})
