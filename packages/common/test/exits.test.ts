import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXIT, worstOf } from '../exits.ts'

test('of several exit statuses the one wins that the documents put first', () => {
  const [, list = ''] =
    /ends with the first of these: ([\d, ]+)\./.exec(readFileSync('docs/reference/exits.md', 'utf8')) ?? []
  const order = list.split(', ').map(Number)
  const most = (a: number, b: number): number => a - b
  expect([0, ...order].toSorted(most)).toEqual(Object.values(EXIT).toSorted(most))
  for (const [index, exit] of order.entries()) {
    expect(worstOf([EXIT.done, ...order.slice(index).toReversed(), false])).toBe(exit)
  }
  expect(worstOf([false])).toBe(EXIT.done)
})
