// Slow: it attacks every regular expression of the sources.
import { describe, expect, test } from 'vitest'
import { isRepeating, pump, worstOf } from './support/pattern-times.ts'
import { type Pattern, patternsInSources } from './support/patterns.ts'

/** At this length a bad expression takes longer than `SUSPICIOUS`, and a good one a tenth of it. */
const SHORT = 1_000
const SUSPICIOUS = 0.05
/** At these lengths an expression that tries every way to read a text already takes long, and still ends. */
const SHORTEST = [20, 40]
const EXPLODING = 3

const explodes = (pattern: Pattern): boolean =>
  SHORTEST.some((length) => worstOf(pattern, length, false, EXPLODING).ms > EXPLODING)

describe('regular expressions', () => {
  const all = patternsInSources()

  test('are found in all of the sources', () => {
    expect(all.length).toBeGreaterThan(600)
    expect(all.map(({ source }) => source)).toContain('^[A-Za-z_][A-Za-z0-9_-]*$')
  })

  test('are found where they are put together, with what is put into them', () => {
    const built = all.filter(({ place }) => place.startsWith('src/content/uses.ts')).map(({ source }) => source)
    expect(built).toContain(
      '^((?:[\\p{L}_][\\p{L}\\p{N}_]*))\\.(?:[\\p{L}_][\\p{L}\\p{N}_]*)(?:\\.(?:[\\p{L}_][\\p{L}\\p{N}_]*))?$',
    )
  })

  test.each([
    ['(\\$+)\\{', 'g'],
    ['\\s+$', ''],
    ['<[^>]*>|x', 'g'],
    ['/\\*[\\s\\S]*?\\*/', 'g'],
    ['://[^/\\s]*:[^/\\s]*@', ''],
    ['-+$', ''],
  ])('a bad one is noticed: /%s/%s', (source, flags) => {
    const pattern = { place: 'here', source, flags }
    expect(worstOf(pattern, SHORT, false, SUSPICIOUS).ms).toBeGreaterThan(SUSPICIOUS)
  })

  test.each(['^(?:[LW]|[A-Za-z]{3})+$', '^(?:a+)+$', '^(?:\\w|\\d)*$'])(
    'one that would never end is noticed: /%s/',
    (source) => {
      expect(explodes({ place: 'here', source, flags: '' })).toBe(true)
    },
  )

  test('take time in proportion to the text, whatever it is', () => {
    const slow = all.filter(isRepeating).flatMap((pattern) => {
      if (explodes(pattern))
        return [`${pattern.place} /${pattern.source}/${pattern.flags} tries every way to read a text`]
      const { text, ms } = worstOf(pattern, SHORT, false, SUSPICIOUS)
      const { row, isSlow } = ms > SUSPICIOUS ? pump(pattern, text) : { row: '', isSlow: false }
      return isSlow ? [row] : []
    })
    expect(slow).toEqual([])
  })
})
