import { expect, test } from 'vitest'
import { createRunLog } from '../../../src/project/apply/run-log.ts'

/** A run log on a disk that is full after this many lines. */
function journalOf(room: number) {
  const lines: string[] = []
  const closed: true[] = []
  const write = (line: string): void => {
    if (lines.length >= room) throw new Error('no space left on device')
    lines.push(line)
  }
  const close = (): void => void closed.push(true)
  return { lines, closed, journal: { run: 'r', file: 'r.jsonl', begin: write, write, close } }
}

test('without room for the saved state, nothing starts', () => {
  const { journal, closed } = journalOf(0)
  expect(() => createRunLog(journal, 'plan')).toThrow('no space left on device')
  expect(closed).toEqual([true])
})

test('a disk that fills up during the run ends the journal, not the run', () => {
  const { journal, lines } = journalOf(2)
  const log = createRunLog(journal, 'plan')
  for (const line of ['one', 'two', 'three']) log.write(line)
  log.close()
  expect(lines).toEqual(['plan', 'one'])
  expect(log.failure()).toBe('no space left on device')
})

test('a complete journal reports no failure', () => {
  const { journal, lines, closed } = journalOf(9)
  const log = createRunLog(journal, 'plan')
  log.write('one')
  log.close()
  expect([lines, closed, log.failure()]).toEqual([['plan', 'one'], [true], undefined])
})
