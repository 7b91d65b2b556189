import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../../../test/support/processor-time.ts'
import { isLike } from '../../../company/sql/like.ts'

const textOf = (...characters: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((all) => all.join(''))

describe('like', () => {
  test('finds what the plain expression finds', () => {
    fc.assert(
      fc.property(textOf('a', 'b', '\n'), textOf('a', 'b', '%', '_'), (text, wanted) => {
        const plain = new RegExp(`^${wanted.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's')
        expect(isLike(text, wanted)).toBe(plain.test(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('takes no time for many signs', async () => {
    const text = 'a'.repeat(100_000)
    expect(await processorMs(() => isLike(text, `${'%a'.repeat(1_000)}%b`))).toBeLessThan(1_000)
  })
})
