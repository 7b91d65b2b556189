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

const CONFLICT = /^<{7}(?: .*)?$[^]*?^={7}$[^]*?^>{7}(?: .*)?$/gm

/** Where a merge in git was left unfinished. */
export function conflictsIn(text: string, file: string): Problem[] {
  if (!text.includes('<<<<<<<')) return []
  return [...text.matchAll(CONFLICT)].map(({ 0: all, index }): Problem => {
    const line = text.slice(0, index).split('\n').length
    const message = `git left a merge conflict here, down to line ${line + all.split('\n').length - 1}`
    return { kind: 'MERGE_CONFLICT', at: { file, line, column: 1 }, length: 7, message }
  })
}

/**
 * Whether a text fits into a side file: it survives byte for byte (one final line feed is added and removed), and
 * displays as what it is.
 */
export const survivesAsFile = (text: string): boolean => !UNSAFE_IN_LINES.test(text)
