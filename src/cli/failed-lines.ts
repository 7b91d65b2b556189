import type { BoardwrightError } from '@boardwright/common'
import { labelledWith } from '../words/paint.ts'

/** What a run tried in vain, and below it why. */
export function failedLines(tried: string, { message, code, http }: BoardwrightError): string[] {
  const request = http?.requestId === undefined ? '' : ` (request ${http.requestId})`
  return labelledWith('FAILED', tried, `${code}  ${message}${request}`)
}
