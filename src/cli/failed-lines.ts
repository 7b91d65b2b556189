import type { BoardwrightError } from '@boardwright/common'
import { belowLabel, labelled } from '../words/paint.ts'

/** What a run tried in vain, and below it why. */
export function failedLines([first = '', ...others]: readonly string[], { message, code, http }: BoardwrightError) {
  const request = http?.requestId === undefined ? '' : ` (request ${http.requestId})`
  return [labelled('FAILED', first), ...others.map(belowLabel), belowLabel(`  ${code}  ${message}${request}`)]
}
