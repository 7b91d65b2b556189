import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isRepeating, pump, worstOf } from './support/pattern-times.ts'
import { patternsInSources } from './support/patterns.ts'

const SHORT = 1_500

describe('regular expressions', () => {
  test('take time in proportion to the text, whatever it is, with every pair of what they name', () => {
    const found = patternsInSources()
      .filter(isRepeating)
      .map((pattern) => pump(pattern, worstOf(pattern, SHORT, true).text))
    mkdirSync('build', { recursive: true })
    const table = ['expression\tworst text\tms at 30 kB\tms at 300 kB', ...found.map(({ row }) => row)]
    writeFileSync('build/patterns.tsv', `${table.join('\n')}\n`)
    expect(found.filter(({ isSlow }) => isSlow).map(({ row }) => row)).toEqual([])
  })
})
