import { expect, test } from 'vitest'
import { describePhase } from '../../src/cli/reporter.ts'

test.each([
  [[1, 0, 700], 'content: 0 of 1'],
  [[1, 1, 700], 'content: 1 of 1'],
  [[10, 4, 2000], 'content: 4 of 10, 2.0 a second, about 3 s left in this phase'],
  [[10, 4, 0], 'content: 4 of 10, 4000.0 a second, about 1 s left in this phase'],
] as const)('progress shows no rate before anything is done, nor afterwards: %j', ([steps, done, ms], said) => {
  expect(describePhase('content', steps, done, ms)).toBe(said)
})
