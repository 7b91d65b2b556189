import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MISTAKES } from './list.ts'
import { mutated } from './mutation.ts'

test.each(MISTAKES)('is about a text that is in the sources, once: $what', (mutation) => {
  const text = readFileSync(mutation.file, 'utf8')
  expect(mutated(mutation, text)).not.toBe(text)
})
