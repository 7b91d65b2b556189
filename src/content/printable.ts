/**
 * What others wrote is shown and never obeyed: escape sequences and other control characters, marks that turn the
 * direction of a text around, characters that take no room, lone surrogates.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu
const IN_TEXT = new Set(['\n', '\t'])

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/** A text of several lines. */
export const printable = (text: string): string =>
  text.replace(HIDDEN, (character) => (IN_TEXT.has(character) ? character : escaped(character)))

/** A name: it stays on its line. */
export const printableName = (text: string): string => text.replace(HIDDEN, escaped)
