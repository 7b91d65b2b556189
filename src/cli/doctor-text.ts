import { type BoardwrightError, largest, worstOf } from '@boardwright/common'
import { plural } from '../content/counted.ts'
import { printable } from '../content/printable.ts'
import type { Check, Diagnosis } from '../setup/doctor.ts'
import { fold } from '../words/fold.ts'
import { FOUND, type Paint } from '../words/paint.ts'

export interface ExaminedTarget extends Diagnosis {
  readonly name: string
  readonly requests: number
  readonly writeRequests: number
}

export interface Examined {
  /** Left out if there is no project. */
  readonly machine?: readonly Check[]
  readonly targets: readonly ExaminedTarget[]
  /** Why the targets are not known. */
  readonly error?: BoardwrightError
  /** The next step if nothing is wrong. */
  readonly next: string
}

export interface Sheet {
  readonly paint: Paint
  readonly width: number
}

export const doctorJson = ({ machine, targets, next }: Examined): string =>
  JSON.stringify({
    format: 1,
    ...(machine === undefined ? {} : { machine }),
    targets: targets.map(({ error, ...target }) => ({ ...target, ...(error ? { code: error.code } : {}) })),
    next: whatToDo({ machine: machine ?? [], targets, next }),
  })

/** Each failed check shows its next step; without one, the last line is the step to begin with. */
export function doctorText(found: Examined, sheet: Sheet): string {
  const { machine = [], targets, error } = found
  const { paint } = sheet
  return [
    ...(machine.length > 0 ? [paint('strong', 'this machine'), ...checkLines(machine, error, sheet), ''] : []),
    ...targets.flatMap(({ name, checks, error: own }) => [
      paint('strong', printable(name)),
      ...checkLines(checks, own, sheet),
      '',
    ]),
    verdict(found, paint),
    ...(worstIn(found) ? [] : [`Next: ${printable(whatToDo(found))}`]),
  ].join('\n')
}

function verdict({ machine = [], targets, error }: Examined, paint: Paint): string {
  const problems = [error, ...targets.map((each) => each.error)].filter((each) => each !== undefined).length
  const wrong = [...machine, ...targets.flatMap(({ checks }) => checks)].filter(({ ok }) => !ok).length
  const warnings = wrong - problems
  const told = [
    problems === 0 ? 'No problems' : plural(problems, 'problem'),
    ...(warnings === 0 ? [] : [plural(warnings, 'warning')]),
  ]
  return paint(FOUND[problems > 0 ? 'error' : warnings > 0 ? 'warning' : 'ok'], `${told.join(', ')}.`)
}

/** `no` ends the checks; `!` is worth knowing, and ends nothing. */
const MARKS = { ok: 'ok', warning: '! ', error: 'no' } as const

/** What is found, and what to do about it, stand in one column. Checks in a row with one remedy have it once. */
function checkLines(checks: readonly Check[], error: BoardwrightError | undefined, { paint, width }: Sheet): string[] {
  const stop = error && checks.findLast(({ ok }) => !ok)
  const widest = largest([...checks.map(({ what }) => what.length), ...(stop ? [REST.length] : [])])
  const column = ' '.repeat(widest + 8)
  const lines = checks.flatMap((check, at) => {
    const level = check.ok ? 'ok' : check === stop ? 'error' : 'warning'
    const remedy = checks[at + 1]?.next === check.next ? undefined : check.next
    const [first = '', ...rest] = [check.found, ...(check.ok || remedy === undefined ? [] : [remedy])].flatMap((text) =>
      fold(printable(text), Math.max(NARROWEST, width - column.length)).split('\n'),
    )
    return [
      `  ${paint(FOUND[level], MARKS[level])}  ${check.what.padEnd(widest)}  ${first}`,
      ...rest.map((line) => `${column}${line.trimStart()}`),
    ]
  })
  return stop ? [...lines, `  -   ${REST.padEnd(widest)}  not checked`] : lines
}

const REST = 'the rest'
const NARROWEST = 24

/** What decides the exit status. */
export function worstIn({ targets, error }: Examined): BoardwrightError | undefined {
  return error ?? failedIn(targets)[0]?.error
}

/** The targets with an error. First come those that decide the exit status. */
function failedIn(targets: readonly ExaminedTarget[]) {
  const failed = targets.flatMap(({ checks, error }) => (error ? [{ checks, error }] : []))
  const worst = worstOf(failed.map(({ error }) => error.exit))
  return failed.toSorted((one, other) => Number(other.error.exit === worst) - Number(one.error.exit === worst))
}

/** The gravest first: what stops a target, what its key may not do, and what this machine lacks. */
function whatToDo({ machine = [], targets, next }: Examined): string {
  const inOrder = [...failedIn(targets), ...targets].flatMap(({ checks }) => checks)
  return [...inOrder, ...machine].find(({ ok, next: own }) => !ok && own !== undefined)?.next ?? next
}
