import { expect, test } from 'vitest'
import { flagsNamed, flagsOf } from '../support/named-flags.ts'
import { filesIn, scenariosIn } from './scenario.ts'

test('every command that a story is told to run has the flags that are named with it', async () => {
  const wrong: string[] = []
  let said = 0
  for (const name of scenariosIn('stories')) {
    const transcript = filesIn(`stories/${name}`)['expected.txt'] ?? ''
    for (const line of transcript.split('\n').filter((each) => each.includes('boardwright '))) {
      for (const [command, flag] of flagsNamed(line, '')) {
        said += 1
        if (!(await flagsOf(command)).has(flag)) wrong.push(`${name}: ${command} ${flag}: ${line.trim()}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(said).toBeGreaterThan(500)
})
