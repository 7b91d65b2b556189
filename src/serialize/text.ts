import { UNSAFE_IN_LINES } from '@boardwright/common/yaml'
import type { Problem } from '../content/problem.ts'
import { shellWord } from '../content/shell-word.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The first bytes of UTF-16 text, as some programs on Windows save it. */
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** The text of a file, or why it is not text. */
export function decodeText(bytes: Uint8Array, file: string): string | Problem {
  try {
    const text = utf8.decode(bytes)
    return text.startsWith(LFS_POINTER) ? pointerIn(file) : text
  } catch {
    if (UTF_16.some((mark) => mark.every((byte, index) => bytes[index] === byte))) {
      const hint = saveAgain(file, 'UTF-16')
      return { kind: 'FILE_ENCODING', at: { file, line: 1, column: 1 }, message: 'is UTF-16', hint }
    }
    const before = textBefore(bytes)
    const lines = before.split('\n')
    const at = { file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
    const hint = saveAgain(file, 'WINDOWS-1252')
    return { kind: 'FILE_ENCODING', at, message: 'is not valid UTF-8 from here on', hint }
  }
}

/** How the pointer begins that Git LFS leaves in place of a file it has not fetched. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1'

const pointerIn = (file: string): Problem => ({
  kind: 'NOT_CHECKED_OUT',
  at: { file, line: 1, column: 1 },
  message: 'is a pointer of Git LFS, not the file',
  hint: 'In CI, set `lfs: true` for actions/checkout. Here, fetch it: git lfs install && git lfs pull',
})

/** The longest beginning of the bytes that is valid UTF-8. */
function textBefore(bytes: Uint8Array): string {
  let [whole, broken] = [0, bytes.length]
  while (broken - whole > 1) {
    const middle = Math.floor((whole + broken) / 2)
    if (beginsWell(bytes.subarray(0, middle))) whole = middle
    else broken = middle
  }
  // The last character may be cut in half.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, whole)).replace(/\ufffd$/, '')
}

/** A character that is cut at the end is fine. */
function beginsWell(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const MOST_CONFLICTS = 20

/** Conflicts that an unfinished git merge left in a text. */
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

function saveAgain(file: string, encoding: string): string {
  const name = shellWord(file)
  const command = `iconv -f ${encoding} -t UTF-8 ${name} > ${shellWord(`${file}.new`)} && mv ${shellWord(`${file}.new`)} ${name}`
  return `Save it as UTF-8: choose that encoding in your editor, or: ${command}`
}

/** The text of a file; undefined if it is absent or not text. */
export function textIn(files: ReadonlyMap<string, Uint8Array>, path: string): string | undefined {
  const bytes = files.get(path)
  const text = bytes && decodeText(bytes, path)
  return typeof text === 'string' ? text : undefined
}
