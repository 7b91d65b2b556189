import { cutTo, widthOf } from './width.ts'

/**
 * A label in lines, broken between words; a word that is too long is broken inside. `widths` are the widths of the
 * lines.
 */
export function wrapLabel(label: string, widthOfLine: (line: number) => number, most: number): string[] {
  const lines: string[] = []
  let words = label.split(/\s+/u).filter((word) => word !== '')
  while (words.length > 0 && lines.length < most) {
    const [line, rest] = takeLine(words, Math.max(0, widthOfLine(lines.length)))
    if (line === '') return lines
    lines.push(line)
    words = rest
  }
  return lines
}

function takeLine(words: readonly string[], width: number): [line: string, rest: string[]] {
  let line = ''
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') return [line, words.slice(index)]
    const head = cutTo(word, width)
    return [head, [word.slice(head.length), ...words.slice(index + 1)]]
  }
  return [line, []]
}
