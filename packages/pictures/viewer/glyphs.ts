/** Anything but letters that every font has. */
const UNUSUAL = /[^\u0000-\u024f\u0370-\u03ff\u0400-\u052f\u2000-\u206f\u20a0-\u20bf]/u
/** Characters that belong to the letter before them. */
const JOINED = /[\u200d\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}\u0300-\u036f]/u
/** A code point that no font has, to see what is drawn for missing letters. */
const NO_LETTER = '\u{10fffe}'
const SIZE = 20

const BOX = '\u25a1'

/**
 * Replaces letters that no font of this machine has, which would be boxes, by their code points, and leaves emoji out
 * that none has.
 */
export function legible(text: string): string {
  if (!UNUSUAL.test(text)) return text
  const told = lettersOf(withoutUnseen(text))
  return told.trim() === '' && text.trim() !== '' ? BOX : told
}

/** Without emoji that cannot be drawn, and without the space before each. */
const withoutUnseen = (text: string): string =>
  text.replace(/ ?(\p{Extended_Pictographic})[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]*/gu, (all, emoji: string) =>
    hasGlyph(emoji) ? all : '',
  )

function lettersOf(text: string): string {
  const parts: string[] = []
  let run: string[] = []
  const end = (): void => {
    if (run.length > 0) parts.push(`[${run.map((letter) => `U+${numberOf(letter)}`).join(' ')}]`)
    run = []
  }
  for (const letter of text) {
    if (run.length > 0 && JOINED.test(letter)) continue
    if (UNUSUAL.test(letter) && !JOINED.test(letter) && !hasGlyph(letter)) {
      run.push(letter)
      continue
    }
    end()
    parts.push(letter)
  }
  end()
  return parts.join('')
}

let waiting: Text[] = []

/**
 * The same for a text on the page, when there is time: looking for a letter in all fonts takes longer than drawing a
 * list.
 */
export function legibleSoon(text: Text): void {
  if (!UNUSUAL.test(text.data)) return
  if (waiting.push(text) > 1) return
  const look = (): void => {
    const texts = waiting
    waiting = []
    for (const each of texts) each.data = legible(each.data)
  }
  if ('requestIdleCallback' in window) requestIdleCallback(look)
  else setTimeout(look)
}

/** The same for all text that other code has made. */
export function makeLegible(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { nodeValue } = texts.currentNode
    const told = legible(nodeValue ?? '')
    if (told !== nodeValue) texts.currentNode.nodeValue = told
  }
}

const numberOf = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

const known = new Map<string, boolean>()
let pen: CanvasRenderingContext2D | null | undefined
let nothing: Uint32Array | undefined

function hasGlyph(letter: string): boolean {
  const found = known.get(letter)
  if (found !== undefined) return found
  pen ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pen) return true
  nothing ??= pictureOf(pen, NO_LETTER)
  const has = !isSame(pictureOf(pen, letter), nothing)
  known.set(letter, has)
  return has
}

function pictureOf(on: CanvasRenderingContext2D, letter: string): Uint32Array {
  on.clearRect(0, 0, 2 * SIZE, 2 * SIZE)
  on.font = `${SIZE}px sans-serif`
  on.textBaseline = 'top'
  on.fillText(letter, 0, SIZE / 2)
  return new Uint32Array(on.getImageData(0, 0, 2 * SIZE, 2 * SIZE).data.buffer)
}

const isSame = (one: Uint32Array, other: Uint32Array): boolean => one.every((point, at) => point === other[at])
