/**
 * Text from others is shown, never interpreted: escape sequences and control characters, bidi marks, zero-width
 * characters and lone surrogates are escaped.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu
const IN_TEXT = new Set(['\n', '\t'])

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

export const printable = (text: string): string =>
  text.replace(HIDDEN, (character) => (IN_TEXT.has(character) ? character : escaped(character)))

/** For a name: it stays on one line. */
export const printableName = (text: string): string => text.replace(HIDDEN, escaped)

/** Terminal colours: the only sequences we emit. */
const COLOUR = /\u001b\[[\d;]*m/
const ACTING = new RegExp(`${COLOUR.source}|${HIDDEN.source}`, 'gu')

const inUnits = (text: string): string =>
  [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/**
 * What a CI system takes for a command: `::name` at the start of a line, and `##[name]` or `##vso[name]` anywhere in
 * it. Colours do not part what somebody reads without them.
 */
const COMMAND_START = new RegExp(`^((?:\\s|${COLOUR.source})*):(?=(?:${COLOUR.source})*:)`, 'u')
const COMMAND_MARK = new RegExp(`#(?=(?:${COLOUR.source})*#(?:\\w|${COLOUR.source})*\\[)`, 'gu')

/**
 * The last filter before a terminal or log: keeps colours, disarms every other control character and every workflow
 * command. Escaped JSON stays the same JSON.
 */
export const inLog = (text: string): string =>
  text
    .replace(ACTING, (found) => (found.length > 2 || IN_TEXT.has(found) ? found : inUnits(found)))
    .split('\n')
    .map(withoutCommand)
    .join('\n')

/** For text that a CI system may show later, on one line. */
export const withoutCommand = (line: string): string =>
  line.replace(COMMAND_START, '$1\\u003a').replace(COMMAND_MARK, '\\u0023')
