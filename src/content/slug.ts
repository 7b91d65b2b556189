import { createHash } from 'node:crypto'

const LONGEST = 80

/** Letters that Unicode decomposition does not turn into ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** A name as lower-case ASCII words joined by `-`. If nothing is left of it, uses its hash. */
export function slugOf(name: string): string {
  const ascii = name
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? '')
  const words = ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-+|(?<!-)-+$/g, '')
  const cut = words.slice(0, LONGEST).replace(/(?<!-)-+$/, '')
  return cut === '' ? `x-${shortHash(name)}` : cut
}

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)
