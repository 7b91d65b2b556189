import { describe, expect, test } from 'vitest'
import { fitText, lengthOf, wrapText } from '../../picture/text/fit.ts'

describe('texts in limited space', () => {
  const face = { size: 13 }
  test('are cut with dots, and are never too wide', () => {
    expect(fitText('Revenue by month', 200, face)).toBe('Revenue by month')
    expect(fitText('Revenue by month', 60, face)).toBe('Revenu…')
    for (const text of ['Revenue by month', '売上高レポート', 'x'.repeat(9_000), '🎉🎉🎉🎉']) {
      for (const room of [0, 5, 20, 61, 200])
        expect(lengthOf(fitText(text, room, face), face)).toBeLessThanOrEqual(room)
    }
  })

  test('are broken between words, and the last line shows that there is more', () => {
    expect(wrapText('Revenue by month and region', () => 75, face, 2)).toEqual(['Revenue by', 'month and…'])
    expect(wrapText('  ', () => 75, face, 2)).toEqual([])
  })
})
