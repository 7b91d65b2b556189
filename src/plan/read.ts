import { BoardwrightError, isMap, parseJson } from '@boardwright/common'
import { printableName } from '../content/printable.ts'
import { firstFault } from '../content/schema-problems.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type CommonPlan, PLAN_FORMAT, type Plan, PlanFile } from './plan-file.ts'

/** A saved plan: of this version, complete, and matching its fingerprint. */
export function readPlan(text: string, file = 'the plan'): Plan {
  const value = parse(text, file)
  const format = isMap(value) ? value['format'] : undefined
  if (typeof format === 'number' && format !== PLAN_FORMAT) {
    throw new BoardwrightError('PLAN_VERSION', `the plan has format ${format}, but this version reads ${PLAN_FORMAT}`)
  }
  const checked = PlanFile.safeParse(value)
  if (!checked.success) {
    if (!isPlan(value)) throw invalid('it is not a plan: boardwright plan --out writes one', file)
    throw invalid(printableName(firstFault(PlanFile, value)), file)
  }
  requireFingerprint(checked.data, file)
  return checked.data
}

export function requireFingerprint(plan: CommonPlan, file: string): void {
  if (fingerprintOf(plan) === plan.fingerprint) return
  throw invalid('its fingerprint does not match its changes: the file was edited', file)
}

const isPlan = (value: unknown): boolean => typeof value === 'object' && value !== null && 'fingerprint' in value

/** How to recognise other files that people pass instead of a saved plan. */
const OTHER: readonly (readonly [begins: RegExp, what: string])[] = [
  [/^\s*$/, 'it is empty: the run that should have written it failed'],
  [/^(Plan for |No changes|== )/, 'it holds the text that plan prints, not a saved plan'],
  [/^#|^<!doctype/i, 'it holds a plan for people to read, not a saved plan'],
  [/^[\w$-]+:(\s|$)/m, 'it is YAML, not a saved plan'],
]

function parse(text: string, file: string): unknown {
  const other = OTHER.find(([begins]) => begins.test(text))
  if (other) throw invalid(other[1], file)
  try {
    return parseJson(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new BoardwrightError('PLAN_INVALID', `${file} cannot be read: ${cause.message}`, { cause })
  }
}

const invalid = (problem: string, file: string): BoardwrightError =>
  new BoardwrightError('PLAN_INVALID', `${file} cannot be used: ${problem}`)
