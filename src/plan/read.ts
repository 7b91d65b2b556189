import { isMap } from '../content/model.ts'
import { printableName } from '../content/printable.ts'
import { firstFault } from '../content/schema-problems.ts'
import { BoardwrightError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { fingerprintOf } from './fingerprint.ts'
import { PLAN_FORMAT, type Plan, PlanFile } from './plan-file.ts'

/** A saved plan: of this version, complete, and matching its fingerprint. */
export function readPlan(text: string): Plan {
  const value = parse(text)
  const format = isMap(value) ? value['format'] : undefined
  if (typeof format === 'number' && format !== PLAN_FORMAT) {
    throw new BoardwrightError('PLAN_VERSION', `the plan has format ${format}, but this version reads ${PLAN_FORMAT}`)
  }
  const checked = PlanFile.safeParse(value)
  if (!checked.success) {
    if (!isPlan(value)) throw invalid('it is no plan: boardwright plan --out writes one')
    throw invalid(printableName(firstFault(PlanFile, value)))
  }
  if (fingerprintOf(checked.data) !== checked.data.fingerprint) {
    throw invalid('its fingerprint does not match its changes: the file was edited')
  }
  return checked.data
}

const isPlan = (value: unknown): boolean => typeof value === 'object' && value !== null && 'fingerprint' in value

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new BoardwrightError('PLAN_INVALID', `the plan cannot be read: ${cause.message}`, { cause })
  }
}

const invalid = (problem: string): BoardwrightError =>
  new BoardwrightError('PLAN_INVALID', `the plan cannot be used: ${problem}`)
