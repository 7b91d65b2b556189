import type { Help } from 'commander'

/** If there is less room than this next to the terms, meanings go below them. */
const LEAST_ROOM = 32
const INDENT = '  '
const BELOW = '      '

/** Formats a flag, argument or command with its meaning next to it, or below it on a narrow screen. */
export function formatItem(
  this: Help,
  term: string,
  termWidth: number,
  meaning: string,
  { helpWidth = 80 }: Help,
): string {
  if (meaning === '') return `${INDENT}${term}`
  const beside = `${INDENT}${' '.repeat(termWidth)}${INDENT}`
  const isBeside = helpWidth - beside.length >= LEAST_ROOM
  const indent = isBeside ? beside : BELOW
  const [first = '', ...rest] = wrapped(meaning, helpWidth - indent.length)
  const start = isBeside ? `${INDENT}${term.padEnd(termWidth)}${INDENT}` : `${INDENT}${term}\n${BELOW}`
  return [`${start}${first}`, ...rest.map((line) => `${indent}${line}`)].join('\n')
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
