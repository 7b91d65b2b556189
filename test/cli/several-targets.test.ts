import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BoardwrightError, type ErrorName } from '../../packages/common/errors.ts'
import { eachTarget, type TargetEnding } from '../../src/cli/targets.ts'

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const ended = (exit: number, wrote = false): TargetEnding => ({ exit, line: '', wrote })
const WROTE = ended(0, true)

test.each<[string, readonly (TargetEnding | ErrorName)[], number]>([
  ['all well', [WROTE, ended(0)], 0],
  ['one held', [WROTE, ended(5)], 5],
  ['one stopped beside one held', [ended(5), ended(6)], 6],
  ['an error beside changes', [ended(2), 'SERVER_FAILED'], 1],
  ['an error after another target was written', [WROTE, 'SERVER_FAILED'], 4],
  ['a token that is missing after another target was written', [WROTE, 'TOKEN_MISSING'], 4],
  ['a flag that fits one target only', [WROTE, 'USAGE'], 4],
  ['a flag that fits no target', ['USAGE', 'USAGE'], 64],
  ['a bug after another target was written', [WROTE, 'INTERNAL'], 70],
])('%s, on several targets, ends with the worst exit status that applies', async (_, endings, exit) => {
  const targets = endings.map((__, index) => ({ name: `t${index}`, url: 'https://acme.example' }))
  const run = async (name: string): Promise<TargetEnding> => {
    const ending = endings[Number(name.slice(1))] ?? 'INTERNAL'
    if (typeof ending === 'string') throw new BoardwrightError(ending, 'it failed')
    return ending
  }
  expect(await eachTarget(targets, { json: true }, run)).toBe(exit)
})
