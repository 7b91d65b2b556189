import { expect, test, vi } from 'vitest'
import { createReporter, describePhase } from '../../src/cli/reporter.ts'
import { workbookKey } from '../../src/content/model.ts'

test.each([
  [[1, 0, 700], 'content: 0 of 1'],
  [[1, 1, 700], 'content: 1 of 1'],
  [[10, 4, 2000], 'content: 4 of 10, about 3 s left'],
  [[10, 4, 1300], 'content: 4 of 10'],
] as const)(
  'progress shows no time before anything is done, nor afterwards, nor a short one: %j',
  ([steps, done, ms], said) => {
    expect(describePhase('content', steps, done, ms)).toBe(said)
  },
)

test('progress names what is written at the moment', () => {
  expect(describePhase('publish', 2, 1, 10, undefined, 'Sales / Revenue overview')).toBe(
    'publish: 1 of 2, Sales / Revenue overview',
  )
})

test('while the platform is asked again, progress says why and how often, and no time', () => {
  const retry = { reason: 'HTTP 500', tries: 2, mostTries: 5 }
  expect(describePhase('reports', 5, 1, 9000, retry)).toBe('reports: 1 of 5; HTTP 500, try 3 of 5')
})

test('a name with a line break stays on the line of its step', () => {
  const lines: string[] = []
  const heard = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(`${text}`) > 0)
  const step = { type: 'done', phase: 'workbooks', verb: 'create' } as const
  createReporter({ json: false }).hear({ ...step, key: workbookKey('a'), title: ['Sales', 'New\nDone    workbooks 9'] })
  heard.mockRestore()
  expect(lines).toEqual(['  create  Sales / New\\u000aDone    workbooks 9\n'])
})
