import { type Strokes, widthOf } from '@boardwright/pictures'
import { printable } from '../content/printable.ts'
import type { Paint } from './paint.ts'

/** Where a tree is printed. */
export interface TreePage {
  readonly paint: Paint
  /** Of the terminal. Without one, a line may be as long as it is. */
  readonly width: number
  readonly strokes: Strokes
}

/** What stands before a name, the last of its parent's or not, and before everything below it. */
export const RAILS: Readonly<Record<Strokes, readonly (readonly [at: string, below: string])[]>> = {
  ascii: [
    ['  ', '  '],
    ['  ', '  '],
  ],
  box: [
    ['├─ ', '│  '],
    ['└─ ', '   '],
  ],
}

export interface TreeEntry {
  readonly at: string
  readonly under: string
  readonly name: string
  readonly told: readonly string[]
  readonly hasMore?: boolean
}

/** A name and what is said of it: beside it if there is room, else below, and parted between what is said. */
export function entryLines(
  { at, under, name, told, hasMore = false }: TreeEntry,
  { paint, width, strokes }: TreePage,
): string[] {
  const rails = (text: string): string => (strokes === 'box' ? paint('faint', text) : text)
  const said = told.map(printable)
  const beside = said.join(', ')
  const title = printable(name)
  if (widthOf(`${at}${title}  ${beside}`) <= width)
    return [`${rails(at)}${title}${beside === '' ? '' : `  ${paint('faint', beside)}`}`]
  const before = strokes === 'box' ? `${under}${hasMore ? '│ ' : '  '}` : `${under}      `
  return [
    ...broken(title, [width - widthOf(at), width - widthOf(before)]).map(
      (part, index) => `${rails(index === 0 ? at : before)}${part}`,
    ),
    ...joined(said, width - widthOf(before)).map((line) => `${rails(before)}${paint('faint', line)}`),
  ]
}

/** A path is parted before a slash, and only a name that is too long for a line anywhere. */
function broken(path: string, [first, others]: readonly [number, number]): string[] {
  const lines: string[] = []
  const room = (): number => (lines.length > 1 ? others : first)
  const add = (part: string): void => {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last + part) <= room()) lines[lines.length - 1] = last + part
    else if (part.length > 1 && widthOf(part) > others) for (const letter of part) add(letter)
    else lines.push(part)
  }
  for (const part of path.match(/\/?[^/]+|\//g) ?? []) add(part)
  return lines
}

function joined(parts: readonly string[], room: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last}, ${part},`) <= room) lines[lines.length - 1] = `${last}, ${part}`
    else lines.push(part)
  }
  return lines.flatMap((line, index) => broken(index < lines.length - 1 ? `${line},` : line, [room, room]))
}
