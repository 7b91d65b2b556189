import { BoardwrightError, parseJson } from '@boardwright/common'
import { addressProblem, normalAddress } from '@boardwright/platform'
import { isRow, type Row } from './answers.ts'
import type { Run } from './run.ts'

/** A job's environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

export function needed(env: Environment, name: string, also?: string): string {
  const value = env[name]
  if (value) return value
  throw new BoardwrightError(
    'FORGE_CONTEXT',
    `${also ? `neither ${also} nor ${name}` : name} is ${also ? '' : 'not '}set`,
    { hint: STEPS[name] },
  )
}

/** On GitHub's runners, a step has the job's token only if it asks for it. */
export const ASK_FOR_TOKEN =
  'Add it to the step: `env: {GITHUB_TOKEN: ${{ github.token }}}`. Without a token, write the text to a file with --out FILE.'
const STEPS: Readonly<Record<string, string>> = { GITHUB_TOKEN: ASK_FOR_TOKEN }

export function readEvent(text: string | undefined): Row | undefined {
  if (text === undefined) return undefined
  try {
    const value = parseJson(text)
    return isRow(value) ? value : undefined
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new BoardwrightError('FORGE_CONTEXT', `the file that GITHUB_EVENT_PATH names is not JSON: ${cause.message}`)
  }
}

export const rowAt = (row: Row | undefined, key: string): Row | undefined => {
  const value = row?.[key]
  return isRow(value) ? value : undefined
}
export const integerAt = (row: Row | undefined, key: string): number | undefined => {
  const value = row?.[key]
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}
export const textAt = (row: Row | undefined, key: string): string | undefined => {
  const value = row?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
export const integerOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

export function runOf(parts: readonly (string | undefined)[]): Run | undefined {
  const numbers = parts.flatMap((part) => integerOf(part) ?? [])
  return numbers.length === 0 ? undefined : numbers
}

export function readAddress(text: string, variable: string): string {
  const problem = addressProblem(text)
  if (problem !== undefined) throw new BoardwrightError('URL_REFUSED', `${variable} is refused: it ${problem}`)
  return normalAddress(text)
}
