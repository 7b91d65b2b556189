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
  /** Where it is: after all that is said of it. */
  readonly path?: string | undefined
  readonly hasMore?: boolean
}

/** A name and what is said of it: beside it if there is room, else below. Neither leaves its branch. */
export function entryLines(
  { at, under, name, told, path, hasMore = false }: TreeEntry,
  { paint, width, strokes }: TreePage,
): string[] {
  const rails = (text: string): string => (strokes === 'box' ? paint('faint', text) : text)
  const said = told.map(printable)
  const where = path === undefined ? [] : [printable(path)]
  const beside = [said.join(', '), ...where].filter((text) => text !== '').join('  ')
  const title = printable(name)
  if (widthOf(`${at}${title}  ${beside}`) <= width)
    return [`${rails(at)}${title}${beside === '' ? '' : `  ${paint('faint', beside)}`}`]
  const before = strokes === 'box' ? `${under}${hasMore ? '│ ' : '  '}` : `${under}      `
  const gap = GAPS[strokes]
  return [
    `${rails(at)}${shortenPath(title, width - widthOf(at), gap)}`,
    ...[said, where]
      .flatMap((texts) => joined(texts, width - widthOf(before), gap))
      .map((line) => `${rails(before)}${paint('faint', line)}`),
  ]
}

const GAPS: Readonly<Record<Strokes, string>> = { ascii: '...', box: '…' }

/** Leaves out folders from the middle, so that the file and the place in it stay. Only a longer name loses letters. */
export function shortenPath(path: string, room: number, gap: string): string {
  if (widthOf(path) <= room) return path
  const [last = '', ...folders] = path.split('/').reverse()
  for (let kept = folders.length - 1; kept > 0; kept -= 1) {
    const short = [...folders.slice(-kept).reverse(), gap, last].join('/')
    if (widthOf(short) <= room) return short
  }
  return withoutMiddle(last, room, gap)
}

function withoutMiddle(text: string, room: number, gap: string): string {
  const letters = [...text]
  while (letters.length > 1 && widthOf(letters.join('')) + widthOf(gap) > room)
    letters.splice(Math.floor(letters.length / 2), 1)
  const half = Math.ceil(letters.length / 2)
  return `${letters.slice(0, half).join('')}${gap}${letters.slice(half).join('')}`
}

function joined(parts: readonly string[], room: number, gap: string): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last}, ${part},`) <= room) lines[lines.length - 1] = `${last}, ${part}`
    else lines.push(part)
  }
  return lines.map((line, index) => shortenPath(index < lines.length - 1 ? `${line},` : line, room, gap))
}
