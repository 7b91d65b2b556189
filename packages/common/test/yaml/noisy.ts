import { JsonNumber } from '../../json.ts'
import { printBehind } from '../../yaml/print.ts'
import { inlineText } from '../../yaml/text.ts'
import { HOSTILE } from './values.ts'

/**
 * A value as a person might have written it: comments above and beside every key, empty lines, other indentation, other
 * quotes. Each comment names the path that it belongs to.
 */
export function printNoisy(value: object, random: () => number): string {
  const chance = (part: number): boolean => random() < part
  const wide = chance(0.3) ? 4 : 2
  const flat = chance(0.3)
  const hasTop = chance(0.3)

  const key = (name: string): string =>
    chance(0.2) ? JSON.stringify(name) : chance(0.2) && !/['\n]/.test(name) ? `'${name}'` : inlineText(name)

  /** Any text may be a key of an object, `toString` too. */
  const plainId = (item: unknown): string => {
    const id = (item as { id?: unknown } | null)?.id
    return typeof id === 'object' ? 'object' : String(id)
  }

  function block(value: object, column: number, path: string, opened: boolean): string {
    const pad = ' '.repeat(column)
    let text = ''
    for (const [step, item] of Object.entries(value)) {
      const isItem = Array.isArray(value)
      const here = `${path}/${isItem ? `id=${plainId(item)}` : step}`
      const first = opened && text === ''
      if (!first && chance(0.3)) text += '\n'
      if (!first && chance(0.1)) text += `${pad}# floating\n\n`
      // Right at the top of a file a comment is the file's.
      if (!first && !(text === '' && path === '' && !hasTop) && chance(0.6)) text += `${pad}# above ${here}\n`
      text += `${first ? '' : pad}${isItem ? '-' : `${key(step)}:`}${behind(item, column, here, isItem)}`
      if (chance(0.1)) text += '\n'
    }
    if (chance(0.2)) text += `${pad}# end of ${path}\n`
    return text
  }

  function behind(item: unknown, column: number, path: string, isItem: boolean): string {
    const beside = chance(0.4) ? `${chance(0.5) ? '   ' : ' '}# beside ${path}` : ''
    if (typeof item !== 'object' || item === null || item instanceof JsonNumber || Object.keys(item).length === 0) {
      const printed = printBehind(item, column, isItem, [], {})
      return printed.replace('\n', `${beside}\n`)
    }
    if (isItem && beside === '') return ` ${block(item, column + 2, path, true)}`
    const deeper = Array.isArray(item) && flat && !isItem ? 0 : wide
    return `${beside}\n${block(item, column + deeper, path, false)}`
  }

  return `${chance(0.1) ? '---\n' : ''}${hasTop ? '# top of the file\n\n' : ''}${block(value, 0, '', false)}`
}

/** A generator of numbers that a property can repeat. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const PIECES = [
  ...' \n-:#\'"{}[],|>&*!?%@`~.0a',
  '  ',
  '\n  ',
  '\n- ',
  ': ',
  ' #',
  '- ',
  '---\n',
  'a: ',
  '|\n',
  '|-\n',
  '|2\n',
  ...HOSTILE,
]

/** A text with some characters put in, taken out or doubled. */
export function damaged(text: string, random: () => number): string {
  let result = text
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const at = Math.floor(random() * (result.length + 1))
    const length = Math.floor(random() * random() * 8)
    const piece = random() < 0.3 ? result.slice(at, at + length) : (PIECES[Math.floor(random() * PIECES.length)] ?? '')
    result = result.slice(0, at) + piece + result.slice(random() < 0.5 ? at : at + length)
  }
  return result
}
