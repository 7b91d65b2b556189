// Slow: it reads hundreds of trees.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weighed } from '../../src/config/severity.ts'
import { type Waiver, waive } from '../../src/config/waivers.ts'
import type { Problem } from '../../src/content/problem.ts'
import { isLong } from '../support/long.ts'
import { anyRule, anyTree } from './arbitraries.ts'
import { findingsWith, ruleOf } from './support.ts'

/** What holds for all rules and all trees. */

const RUNS = { numRuns: isLong ? 2000 : 100 }
const anyRules = fc
  .array(anyRule, { minLength: 1, maxLength: 5 })
  .map((texts) => texts.map((text, at) => ruleOf(text, `rule-${at}`)))
const at = { at: { file: 'boardwright.yaml' }, length: 1 }
const ownersOf = (file: string): string[] => (file.includes('b1') ? ['@acme/sales'] : [])

test('a finding is reported at a place that exists, of an object and its rule', () => {
  let findings = 0
  fc.assert(
    fc.property(anyTree, anyRules, (tree, rules) => {
      for (const {
        at: { file, line = 0, column = 0 },
        rule,
        key,
        kind,
      } of findingsWith({ ownersOf }, tree, ...rules)) {
        findings += 1
        const written = tree[file]?.split('\n')[line - 1]
        expect([kind, rules.some(({ name }) => name === rule), key !== undefined]).toEqual(['RULE', true, true])
        expect(written, `${file}:${line}`).toBeDefined()
        expect(column).toBeGreaterThan(0)
        expect(column).toBeLessThanOrEqual((written ?? '').length + 1)
      }
    }),
    RUNS,
  )
  expect(findings).toBeGreaterThan(100)
})

test('turning a rule off, and on again, changes nothing else', () => {
  fc.assert(
    fc.property(anyTree, anyRules, (tree, rules) => {
      const all = findingsWith({ ownersOf }, tree, ...rules)
      const [off] = rules
      const rest = all.filter(({ rule }) => rule !== off?.name)
      expect(findingsWith({ ownersOf }, tree, ...rules.slice(1))).toEqual(rest)
      expect(weighed(all, [{ rule: off?.name ?? '', severity: 'off' }])).toEqual(rest)
      expect(findingsWith({ ownersOf }, tree, ...rules)).toEqual(all)
    }),
    RUNS,
  )
})

const anyWaiver = fc.record({
  rule: fc.constantFrom('rule-0', 'rule-1', 'rule-2'),
  path: fc.constantFrom('content/sales', 'content/finance', 'content/*/b0', 'data-model/model'),
  units: fc.option(fc.constantFrom<string[][]>(['widget *'], ['query', 'name'], ['title', 'layout']), {
    nil: undefined,
    freq: 1,
  }),
})

/** The same said differently: what a waiver is for, one property after the other. */
function isMeant({ rule, path, units }: Pick<Waiver, 'rule' | 'path' | 'units'>, problem: Problem): boolean {
  const prefix = new RegExp(`^${path.replaceAll('*', '[^/]+')}/`)
  const said = problem.units ?? []
  const isUnit = (unit: string): boolean =>
    units?.some((each) => (each.endsWith(' *') ? unit.startsWith(each.slice(0, -1)) : unit === each)) === true
  return problem.rule === rule && prefix.test(problem.at.file) && (!units || (said.length > 0 && said.every(isUnit)))
}

test('what is waived is what its waiver names, and no more', () => {
  let all = 0
  fc.assert(
    fc.property(anyTree, anyRules, fc.array(anyWaiver, { maxLength: 3 }), (tree, rules, said) => {
      const found = findingsWith({ ownersOf }, tree, ...rules)
      const waivers = said.map((each): Waiver => ({ ...each, at, reason: 'r', owner: 'o', expires: '2027-01-01' }))
      const { problems, waived } = waive(found, waivers)
      all += waived.length
      expect(waived.map(({ problem }) => problem)).toEqual(
        found.filter((each) => waivers.some((one) => isMeant(one, each))),
      )
      expect(problems).toEqual(found.filter((each) => !waivers.some((one) => isMeant(one, each))))
    }),
    RUNS,
  )
  expect(all).toBeGreaterThan(20)
})
