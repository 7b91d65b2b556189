import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listRuns, openJournal, readJournal } from '../../src/workspace/journal.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('two runs with one name have a journal each, the later one listed later', async () => {
  const root = temporaryDirectory()
  const [first, second, third] = [
    await openJournal(root, '20261120T120000Z-production-ab12'),
    await openJournal(root, '20261120T120000Z-production-ab12'),
    await openJournal(root, '20261120T120000Z-production-ab12'),
  ]
  second.write('of the second')
  first.write('of the first')
  for (const journal of [first, second, third]) journal.close()
  expect(await listRuns(root)).toEqual([first.run, second.run, third.run])
  expect(readJournal(root, first.run)).toEqual(['of the first'])
  expect(readJournal(root, second.run)).toEqual(['of the second'])
  expect(statSync(join(root, third.file)).mode & 0o777).toBe(0o600)
})
