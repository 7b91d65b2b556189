import { expect, test } from 'vitest'
import { examplesNotMet } from '../../src/rules/examples.ts'
import { recommendedRules } from '../../src/rules/recommended.ts'
import { ruleOf } from './support.ts'

test.each(recommendedRules().map((rule) => [rule.name, rule] as const))(
  'the built-in rule %s is short, says why, and its examples show what it finds',
  (_, rule) => {
    expect(rule.text.trim().split('\n').length).toBeLessThan(12)
    expect(rule.why).toBeDefined()
    expect([rule.examples.good.length, rule.examples.bad.length].every((count) => count > 0)).toBe(true)
    expect(examplesNotMet(rule)).toEqual([])
  },
)

test('examples say what is wrong with a rule', () => {
  const said = (examples: string): string[] =>
    examplesNotMet(ruleOf(`on: {kind: widget}\nmust: {title: present}\nmessage: m\n${examples}`, 'titled')).map(
      ({ at, message }) => `${at.line} ${message}`,
    )
  expect(said('')).toEqual(['1 the rule titled has no bad example'])
  expect(said('examples: {bad: [{id: a}], good: [{title: A}]}\n')).toEqual([])
  expect(said('examples: {bad: [{title: A}]}\n')).toEqual(['4 the rule titled does not find this bad example'])
  expect(said('examples: {bad: [{}], good: [{title: " "}]}\n')).toEqual(['4 the rule titled finds this good example'])
})
