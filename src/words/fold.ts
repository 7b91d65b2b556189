import { widthOf } from '@boardwright/pictures'

const COLOUR = /\u001b\[[\d;]*m/g
/** A command that ends its line. If the command name is part of a sentence, the sentence goes on after a comma. */
const COMMAND = /(?=(?:npx )?(?:boardwright|git) [a-z])(?<=^ *|: +|\S {2,})(?:[^,']|'[^']*'|,(?! ))*$/
const COMMAND_WORDS = /(?:'[^']*'|[^\s'])+/g
const PROSE_WORDS = /(?<! ) *(?:`[^`]*`\S*|\S+)/g
const DEEPER = 4
/** A tree goes two columns deeper at each level, so nobody takes this for a level of it. */
const BESIDE_TREE = 8
/** What stands before a column of a table. */
const COLUMN = /(?<=[^\s:,]) {2,}(?=\S)/g
const NARROWEST = 24
/** Of more rows under a column, nobody reads the beginning. */
const MOST_ROWS = 2
/** In longer lines no command is looked for. That takes long, and nobody copies one. */
const LONGEST_WITH_COMMAND = 10_000
/** A shell joins such a line with the next one. */
const GOES_ON = ' \\'

const seen = (text: string): number => widthOf(text.replace(COLOUR, ''))
const indentOf = (line: string): string => /^ */.exec(line)?.[0] ?? ''

/**
 * Folds text to the width of a terminal. A terminal would break words. Here, prose breaks between words, and a command
 * gets lines to itself that can be copied as they are. Only a single long word may exceed the width: it stays whole, to be
 * copied, and in the indent of its line.
 */
export const fold = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => (seen(line) <= width ? [line] : foldLine(line, width)))
    .join('\n')

function foldLine(line: string, width: number): string[] {
  const command = line.length > LONGEST_WITH_COMMAND ? undefined : COMMAND.exec(line)
  if (!command) return foldProse(line, width)
  const words = line.slice(0, command.index).trimEnd()
  const indent = words === '' ? indentOf(line) : `${indentOf(line)}${' '.repeat(DEEPER)}`
  const before = seen(words) <= width ? [words] : foldProse(words, width)
  return [...(words === '' ? [] : before), ...foldCommand(command[0], indent, width)]
}

/** A flag stays on one line with its values if there is room. */
function foldCommand(command: string, indent: string, width: number): string[] {
  if (seen(`${indent}${command}`) <= width) return [`${indent}${command}`]
  const room = width - GOES_ON.length
  const parts: string[] = []
  for (const word of command.match(COMMAND_WORDS) ?? []) {
    const last = parts.at(-1)
    const isNew = last === undefined || word.startsWith('-') || seen(`${indent}${last} ${word}`) + DEEPER > room
    if (isNew) parts.push(word)
    else parts[parts.length - 1] = `${last} ${word}`
  }
  const lines = joined(
    parts.map((part) => ` ${part}`),
    indent,
    room,
  )
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}${GOES_ON}` : line))
}

const foldProse = (line: string, width: number): string[] =>
  joined(line.trimStart().match(PROSE_WORDS) ?? [], indentOf(line), width, columnOf(line, width))

/** Where the rest of a line goes on: a value under its value, and a name of a tree where nothing of the tree begins. */
function columnOf(line: string, width: number): number {
  const indent = indentOf(line).length
  const columns = [...line.matchAll(COLUMN)].map(({ 0: text, index }) => seen(line.slice(0, index + text.length)))
  const whole = seen(line)
  const last = columns.findLast(
    (column) => width - column >= NARROWEST && whole - column <= MOST_ROWS * (width - column),
  )
  return last ?? indent + (columns.length > 0 && indent > 0 ? BESIDE_TREE : DEEPER)
}

/** Joins parts into lines. Each part brings its leading spaces, which are dropped at the start of a line. */
function joined(parts: readonly string[], indent: string, width: number, column = indent.length + DEEPER): string[] {
  const lines: string[] = []
  const begin = (part: string): string => {
    const columns = lines.length === 0 ? [indent.length] : [column, indent.length + DEEPER, indent.length]
    const room = width - seen(part)
    // As far in as there is room, and a word that has none anywhere in the indent of its line.
    const fitting = columns.find((each) => each <= room) ?? (room < 0 ? indent.length : room)
    return ' '.repeat(fitting) + part
  }
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && seen(last + part) <= width) lines[lines.length - 1] = last + part
    else lines.push(begin(part.trimStart()))
  }
  return lines
}
