// Slow: it lets rules work until they may not.
import { expect, test } from 'vitest'
import { processorMs } from '../support/processor-time.ts'
import { findingsOf, ruleOf } from './support.ts'

/** What all rules together may do in one tree. */

const widgets = (count: number): Record<string, string> => ({
  'content/b/workbook.yaml': 'slug: b\nname: Board\n',
  'content/b/dashboard.yaml': `widgets:\n${Array.from(
    { length: count },
    (_, at) => `  - {id: w${at}, type: TEXT, position: {x: 0, y: ${at}, w: 1, h: 1}, config: {markdown: ${LONG}}}\n`,
  ).join('')}`,
})
const LONG = 'a'.repeat(5_000)
const TEN = '[1,2,3,4,5,6,7,8,9,10]'
const LOOPS = `${TEN}.all(a, ${TEN}.all(b, ${TEN}.all(c, [1,2,3,4,5,6,7].all(d, a != 99 || b != 99))))`
const numbered = (text: string, count: number) => Array.from({ length: count }, (_, at) => ruleOf(text, `rule-${at}`))

test.each([
  ['expressions', `on: {kind: widget}\ncheck: "${LOOPS}"\nmessage: m\n`],
  ['patterns', 'on: {kind: widget}\nmust: {text: {matches: "^(\\\\b(a|b)+\\\\s?)*(a|b){1,20}$"}}\nmessage: m\n'],
])('500 rules with heavy %s end in an error at each rule', async (_what, text) => {
  const rules = numbered(text, 500)
  let all: ReturnType<typeof findingsOf> = []
  const took = await processorMs(() => {
    all = findingsOf(widgets(60), ...rules)
  })
  expect(took).toBeLessThan(30_000)
  const found = all.filter(({ key }) => key === undefined)
  expect(found).toHaveLength(500)
  expect(found[0]).toMatchObject({
    ...{ kind: 'RULE', rule: expect.stringMatching(/^rule-/), at: { file: expect.stringMatching(/^rules\/rule-/) } },
    message: expect.stringMatching(/was not asked of everything: checks and patterns take too much work .*% of it in/),
  })
  expect(found.some(({ warning, fault }) => warning || fault !== undefined)).toBe(false)
})

test('rules that only compare go on, whatever others take', () => {
  const heavy = numbered(`on: {kind: widget}\ncheck: "${LOOPS}"\nmessage: m\n`, 20)
  const light = ruleOf('on: {kind: widget}\nmust: {title: present}\nmessage: m\n', 'light')
  const found = findingsOf(widgets(60), ...heavy, light)
  expect(found.filter(({ rule }) => rule === 'light')).toHaveLength(60)
})

test('a hundred simple checks are asked of everything', () => {
  const rules = numbered('on: {kind: widget}\ncheck: title == null || title.startsWith("A")\nmessage: m\n', 100)
  expect(findingsOf(widgets(300), ...rules)).toEqual([])
})

test('more findings than anybody reads are an error, and not all of them', () => {
  const rules = numbered('on: {kind: widget}\nmust: {title: present}\nmessage: m\n', 500)
  const found = findingsOf(widgets(300), ...rules)
  expect(found.length).toBeLessThanOrEqual(100_500)
  expect(found.filter(({ key }) => key === undefined).map(({ message }) => message)).toContain(
    'the rule rule-499 was not asked of everything: rules find more than 100,000 things here',
  )
})
