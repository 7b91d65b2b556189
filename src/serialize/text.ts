import type { Problem } from '../content/problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file that people write, or why it is none. */
export function decodeText(bytes: Uint8Array, file: string): string | Problem {
  try {
    return utf8.decode(bytes)
  } catch {
    return { kind: 'FILE_ENCODING', at: { file }, message: 'is not valid UTF-8' }
  }
}

/** Whether a text survives as a file of its own, byte for byte: one final line feed is added and removed again. */
export const survivesAsFile = (text: string): boolean =>
  text.isWellFormed() && !/[\r\0]/.test(text) && !text.startsWith('\ufeff')
