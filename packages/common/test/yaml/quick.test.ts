import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { checkCharacters } from '../../yaml/check.ts'
import { compose } from '../../yaml/compose.ts'
import { outlineOf, parsedOutline } from '../../yaml/outline.ts'
import { printYaml } from '../../yaml/print.ts'
import { readQuickly } from '../../yaml/quick.ts'
import { toValue } from '../../yaml/value.ts'
import { damaged, printNoisy, randomFrom } from './noisy.ts'
import { exactText, jsonMap, tree } from './values.ts'

const LIMITS = { depth: 256, entries: 100_000 }
const FEW = { ...LIMITS, entries: 3 }

/** What the parser says: the value, or undefined when it finds something wrong. */
function parsed(text: string): string | undefined {
  const { root, findings } = compose(text, 1_000_000)
  const { value, findings: more } = toValue(root, LIMITS, text)
  return findings.length + more.length > 0 ? undefined : exactText(value)
}

/** Whatever is read quickly is exactly what the parser reads. */
function agrees(text: string): boolean {
  if (checkCharacters(text).length > 0) return false
  const quick = readQuickly(text, LIMITS)
  if (quick === undefined) return false
  const slow = toValue(compose(text, 1_000_000).root, FEW, text)
  expect([text, lineAt(text, readQuickly(text, FEW)?.tooMany)]).toEqual([text, lineAt(text, slow.tooMany)])
  expect({ text, value: exactText(quick.value) }).toEqual({ text, value: parsed(text) })
  expect({ text, outline: outlineOf(text) }).toEqual({ text, outline: parsedOutline(text) })
  return true
}

const lineAt = (text: string, offset: number | undefined): number | undefined =>
  offset === undefined ? undefined : text.slice(0, offset).split('\n').length

describe('readQuickly', () => {
  test('reads what is printed, except odd keys and tabs', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = printYaml(value, { isFlow: ([first]) => first === 'beta' })
        if (!text.includes('\t')) expect([text, agrees(text)]).toEqual([text, true])
      }),
      { numRuns: isLong ? 1500 : 40 },
    )
  })

  test('gives what the parser gives, or nothing', () => {
    let read = 0
    fc.assert(
      fc.property(tree, jsonMap, fc.integer(), (one, other, seed) => {
        const random = randomFrom(seed)
        for (const text of [
          printNoisy(one, random),
          printYaml(one),
          printYaml(other, { isFlow: () => random() < 0.5 }),
        ]) {
          agrees(text)
          for (let count = 0; count < 5; count += 1) if (agrees(damaged(text, random))) read += 1
        }
      }),
      { numRuns: isLong ? 1500 : 40 },
    )
    expect(read).toBeGreaterThan(50)
  })
})
