import { RE2JS } from '@bufbuild/re2'
import { work } from './work.ts'

/** A pattern of a rule. Its time is in proportion to the text, because it tries all ways to read it at once. */
export interface Matcher {
  /** Whether the text has a place that matches. Undefined if that would take too many steps. */
  readonly matches: (text: string) => boolean | undefined
  /** How many steps it may take. */
  readonly stepsFor: (text: string) => number
}

const LONGEST_PATTERN = 500
/** `x{1000}` is a thousand instructions. */
const MOST_INSTRUCTIONS = 250
/** The worst of them take 200 ns, so this is two seconds. */
export const MOST_STEPS = 10_000_000

/** Most of them take much less than they may. */
const STEPS_OF_WORK = 16

/** Compiles a pattern in the syntax of RE2: without back references and without looking ahead or behind. */
export function compileMatcher(pattern: string): Matcher | { readonly fault: string } {
  if (pattern.length > LONGEST_PATTERN) return { fault: `it has more than ${LONGEST_PATTERN} characters` }
  const compiled = compile(pattern)
  if ('fault' in compiled) return compiled
  const instructions = compiled.re2().prog.numInst()
  if (instructions > MOST_INSTRUCTIONS) return { fault: 'it repeats too much' }
  const stepsFor = (text: string): number => instructions * (text.length + 1)
  return {
    matches(text) {
      const steps = stepsFor(text)
      if (steps > MOST_STEPS) return undefined
      work(steps / STEPS_OF_WORK)
      return compiled.test(text)
    },
    stepsFor,
  }
}

function compile(pattern: string): RE2JS | { readonly fault: string } {
  try {
    return RE2JS.compile(pattern)
  } catch (cause) {
    // Its errors all say what they mean, and are of no common class.
    return { fault: (cause as Error).message.replace(/^error parsing regexp: /, '') }
  }
}
