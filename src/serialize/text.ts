import type { Problem } from '../content/problem.ts'
import { UNSAFE_IN_LINES } from './yaml/characters.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file, or why it is not text. */
export function decodeText(bytes: Uint8Array, file: string): string | Problem {
  try {
    return utf8.decode(bytes)
  } catch {
    return { kind: 'FILE_ENCODING', at: { file }, message: 'is not valid UTF-8' }
  }
}

const MOST_CONFLICTS = 20

/** Where a merge in git was left unfinished. */
export function conflictsIn(text: string, file: string): Problem[] {
  if (!text.includes('<<<<<<<')) return []
  const found: Problem[] = []
  let [start, isHalf] = [0, false]
  for (const [index, line] of text.split('\n').entries()) {
    if (/^<{7}(?: |\r?$)/.test(line)) [start, isHalf] = [index + 1, false]
    else if (/^={7}\r?$/.test(line)) isHalf = start > 0
    else if (isHalf && /^>{7}(?: |\r?$)/.test(line)) {
      const message = `git left a merge conflict here, down to line ${index + 1}`
      found.push({ kind: 'MERGE_CONFLICT', at: { file, line: start, column: 1 }, length: 7, message })
      ;[start, isHalf] = [0, false]
    }
  }
  return found.slice(0, MOST_CONFLICTS)
}

/**
 * Whether a text fits into a side file: it survives byte for byte (one final line feed is added and removed), and
 * displays as what it is.
 */
export const survivesAsFile = (text: string): boolean => !UNSAFE_IN_LINES.test(text)
