import { describe, expect, test } from 'vitest'
import { fitText, lengthOf, wrapText } from '../../src/picture/text/fit.ts'
import { glyphsOf } from '../../src/picture/text/letters.ts'
import { advanceOf } from '../../src/picture/text/metrics.ts'
import { STROKES } from '../../src/picture/text/strokes.ts'

const shapeOf = (text: string): string => JSON.stringify(glyphsOf(text))

describe('the font', () => {
  test('has every printable character of ASCII, and each stays in its room', () => {
    for (let code = 0x20; code < 0x7f; code += 1) {
      const character = String.fromCharCode(code)
      expect(Object.hasOwn(STROKES, character), character).toBe(true)
      const advance = advanceOf(character)
      for (const [x, y] of glyphsOf(character).flatMap(({ strokes }) => strokes.flat())) {
        expect(x, character).toBeGreaterThanOrEqual(-3)
        expect(x, character).toBeLessThanOrEqual(advance + 3)
        expect(Math.abs(y - 26), character).toBeLessThanOrEqual(60)
      }
    }
  })

  test('letters with marks are drawn with their marks, and differ from those without', () => {
    for (const [marked, plain] of [
      ['é', 'e'],
      ['Ö', 'O'],
      ['ñ', 'n'],
      ['ç', 'c'],
      ['ø', 'o'],
      ['š', 's'],
    ] as const) {
      expect(shapeOf(marked)).not.toBe(shapeOf(plain))
      expect(glyphsOf(marked)).toHaveLength(1)
    }
  })

  test('what it lacks stays readable: by Latin letters, or by its number', () => {
    expect(shapeOf('Москва')).toBe(shapeOf('Moskva'))
    expect(shapeOf('Αθήνα').length).toBe(shapeOf('Athina').length)
    expect(shapeOf('売')).not.toBe(shapeOf('上'))
    expect(shapeOf('🎄')).not.toBe(shapeOf('🎉'))
    expect(glyphsOf('a\u0000b\u200b')).toHaveLength(2)
  })
})

describe('texts in a room', () => {
  const face = { size: 13 }
  test('are cut with dots, and never wider than the room', () => {
    expect(fitText('Revenue by month', 200, face)).toBe('Revenue by month')
    expect(fitText('Revenue by month', 60, face)).toBe('Revenu…')
    for (const text of ['Revenue by month', '売上高レポート', 'x'.repeat(9_000), '🎉🎉🎉🎉']) {
      for (const room of [0, 5, 20, 61, 200])
        expect(lengthOf(fitText(text, room, face), face)).toBeLessThanOrEqual(room)
    }
  })

  test('are broken between words, and the last line says that there is more', () => {
    expect(wrapText('Revenue by month and region', () => 75, face, 2)).toEqual(['Revenue by', 'month and…'])
    expect(wrapText('  ', () => 75, face, 2)).toEqual([])
  })
})
