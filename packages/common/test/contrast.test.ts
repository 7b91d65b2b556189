import { expect, test } from 'vitest'
import { contrast, hexColour, type Rgb } from '../contrast.ts'

const of = (one: string, other: string): number => contrast(hexColour(one) as Rgb, hexColour(other) as Rgb)

test.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#ffffff', 1],
  ['#777777', '#fff', 4.48],
  ['#6F4E37', '#ffffff', 7.44],
  ['#dddddd', '#ffffff', 1.36],
])('the contrast of %s on %s is %d', (one, other, found) => {
  expect(of(one, other)).toBeCloseTo(found, 1)
  expect(of(other, one)).toBeCloseTo(found, 1)
})

test.each(['red', '#ff', '#gggggg', 'rgb(0, 0, 0)', '', undefined, 7])('%s is not a colour in hex digits', (text) => {
  expect(hexColour(text)).toBeUndefined()
})
