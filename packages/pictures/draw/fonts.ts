import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import { glyphsIn, startOf, tablesAt } from './font-file.ts'

/** Finds fonts on this machine for scripts that the pictures' own font lacks. Searched only when needed. */

const HOME = homedir()
const PLACES: Readonly<Record<string, readonly string[]>> = {
  darwin: ['/System/Library/Fonts', '/Library/Fonts', join(HOME, 'Library/Fonts')],
  win32: ['C:\\Windows\\Fonts', join(HOME, 'AppData\\Local\\Microsoft\\Windows\\Fonts')],
}
const USUAL = ['/usr/share/fonts', '/usr/local/share/fonts', join(HOME, '.local/share/fonts'), join(HOME, '.fonts')]

const MOST_FILES = 2_000
const MOST_FONTS = 6

/**
 * As few fonts as together cover these letters, starting with the one that has most of them. Letters that no font has
 * are not covered.
 */
export function fontsWith(letters: readonly string[]): Uint8Array[] {
  if (letters.length === 0) return []
  const key = letters.toSorted().join('')
  const files = found.get(key) ?? filesWith(letters)
  found.set(key, files)
  return files.map((file) => readFileSync(file))
}

/** Looking through all fonts takes longer than drawing a dashboard. */
const found = new Map<string, readonly string[]>()

function filesWith(letters: readonly string[]): readonly string[] {
  const left = new Set(letters.map((letter) => letter.codePointAt(0) ?? 0))
  const known = fontFiles().map((file) => ({ file, has: asFarAsReadable(() => coverageOf(file, left)) }))
  const chosen: string[] = []
  while (left.size > 0 && chosen.length < MOST_FONTS) {
    const count = ({ has }: (typeof known)[number]): number => has.filter((code) => left.has(code)).length
    const best = known.reduce((one, other) => (count(other) > count(one) ? other : one), known[0] ?? NONE)
    if (count(best) === 0) break
    chosen.push(best.file)
    for (const code of best.has) left.delete(code)
  }
  return chosen
}

const NONE = { file: '', has: [] }

/** Regular faces come first, because their names are shorter. */
function fontFiles(): string[] {
  const places = (PLACES[platform()] ?? USUAL).filter((place) => existsSync(place))
  return places
    .flatMap((place) => asFarAsReadable(() => namesBelow(place)))
    .filter((file) => /\.(ttf|otf|ttc)$/i.test(file))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, MOST_FILES)
}

const namesBelow = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => join(place, file))

/** Files that cannot be read or are not fonts count as having no letters. */
function asFarAsReadable<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof RangeError || (cause as NodeJS.ErrnoException).code !== undefined) return []
    throw cause
  }
}

const LIST = 4_096

/** Which of the letters a font draws with outlines. */
function coverageOf(file: string, wanted: ReadonlySet<number>): number[] {
  const handle = openSync(file, 'r')
  try {
    const read = (offset: number, length: number): DataView => {
      const bytes = new Uint8Array(length)
      readSync(handle, bytes, 0, length, offset)
      return new DataView(bytes.buffer)
    }
    const tables = tablesAt(read(startOf(read(0, 16)), LIST), 0)
    const cmap = tables.get('cmap')
    if (cmap === undefined || !(tables.has('glyf') || tables.has('CFF '))) return []
    const glyphs = glyphsIn(read(cmap.offset, cmap.length), 0)
    return [...wanted].filter((code) => glyphs.has(code))
  } finally {
    closeSync(handle)
  }
}
