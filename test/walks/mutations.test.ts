import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutIt } from './mutating.ts'
import { MUTATIONS } from './mutations.ts'

test.each(MUTATIONS)('what $what stands for is in the sources once', (mutation) => {
  const text = readFileSync(mutation.file, 'utf8')
  expect(withoutIt(mutation, text)).not.toBe(text)
})
