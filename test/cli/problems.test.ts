import { expect, test, vi } from 'vitest'
import { printProblems } from '../../src/cli/problems.ts'
import type { Problem } from '../../src/content/problem.ts'
import { ProblemsFound } from '../../src/project/local/project.ts'

const FILE = 'content/a/dashboard.yaml'

const problems = (count: number, more: Partial<Problem> = {}): Problem[] =>
  Array.from({ length: count }, (_, line) => ({
    kind: 'SCHEMA',
    at: { file: FILE, line: line + 1 },
    message: 'is wrong',
    ...more,
  }))

test('of a file with many problems, a hundred are shown with their lines, and the rest is counted', () => {
  const frame = vi.fn(() => '   1 | a')
  const other = problems(1, { at: { file: 'content/b/dashboard.yaml', line: 7 } })
  const lines = printProblems([...problems(5_000), ...other], 'text', frame).split('\n')
  expect(frame).toHaveBeenCalledTimes(101)
  expect(lines.filter((line) => line.startsWith(`${FILE}:`))).toHaveLength(100)
  expect(lines).toContain(`${FILE}  4,900 more. All of them: boardwright validate --json`)
  expect(lines).toContain('content/b/dashboard.yaml:7  BW-E1201  is wrong')
})

test('no error is left out for a warning', () => {
  const text = printProblems(
    [...problems(200, { warning: true }), ...problems(1, { message: 'stops' })],
    'text',
    () => undefined,
  )
  expect(text).toContain('stops')
  expect(text).toContain('101 more')
})

test('all of them are in JSON', () => {
  const { problems: all } = JSON.parse(printProblems(problems(5_000), 'json', () => undefined))
  expect(all).toHaveLength(5_000)
})

test('an error with many problems makes the lines around those that are shown', () => {
  const files = new Map([[FILE, new TextEncoder().encode('a\n'.repeat(5_000))]])
  const get = vi.spyOn(files, 'get')
  const { problems: found, frame } = new ProblemsFound(problems(5_000), files)
  printProblems(found, 'text', frame)
  expect(get).toHaveBeenCalledTimes(100)
})
