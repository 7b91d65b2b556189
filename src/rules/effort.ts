import { counted } from '../content/counted.ts'
import type { Problem } from '../content/problem.ts'
import type { Rule } from './rule.ts'
import { workDone } from './work.ts'

/** Of a tree with nothing in it. */
const BASE = 4_000_000
/** A hundred simple checks for each thing in a tree. */
const FOR_EACH = 5_000
/** A tenant that is full of old ones has a tenth of these. */
export const MOST_FINDINGS = 100_000

/** What all rules together may do in one tree. It grows with the tree, so no rule makes a check take for ever. */
export interface Effort {
  /** Asks a rule, and counts what that took. Undefined once there is nothing left; the first time it is an error. */
  readonly ask: (rule: Rule, ask: (rule: Rule) => readonly Problem[]) => readonly Problem[]
  /** One more thing that rules are asked of. */
  readonly earn: () => void
}

export function createEffort(): Effort {
  let left = BASE
  let findings = 0
  const spent = new Map<Rule, number>()
  const stopped = new Set<Rule>()

  const stop = (rule: Rule, because: string): Problem[] => {
    if (stopped.has(rule)) return []
    stopped.add(rule)
    return [notAsked(rule, because)]
  }

  return {
    earn: () => {
      left += FOR_EACH
    },
    ask(rule, ask) {
      if (findings >= MOST_FINDINGS) return stop(rule, `rules find more than ${counted(MOST_FINDINGS)} things here`)
      if (left <= 0 && rule.isCostly) return stop(rule, whyNot(spent))
      const before = workDone()
      const found = ask(rule)
      const took = workDone() - before
      findings += found.length
      if (took === 0) return found
      left -= took
      spent.set(rule, (spent.get(rule) ?? 0) + took)
      return found
    },
  }
}

/** Names the rule that did the most. */
function whyNot(spent: ReadonlyMap<Rule, number>): string {
  const [most, took] = [...spent].reduce((one, other) => (other[1] > one[1] ? other : one))
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0)
  return `checks and patterns take too much work together, ${Math.round((took / all) * 100)}% of it in ${most.name}`
}

/** An error, wherever it is: nobody knows what the rule would have found. */
const notAsked = ({ name, at }: Rule, because: string): Problem => ({
  ...{ kind: 'RULE', rule: name, at: { file: at?.file ?? 'boardwright.yaml' } },
  message: `the rule ${name} was not asked of everything: ${because}`,
  hint: 'Make the rule simpler, or ask it of less, with `path` and conditions in its `on`.',
})
