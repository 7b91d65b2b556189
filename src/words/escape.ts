import { largest } from '@boardwright/common'
import { printable, printableName, withoutCommand } from '../content/printable.ts'
import { withArrow } from './arrow.ts'

/**
 * Escapes text from others for a forge's Markdown: no markup, HTML, mentions, links or issue references. Content work
 * in Markdown and in HTML. A zero-width space breaks up anything that a forge would turn into a link.
 */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '`': '&#96;',
  '*': '&#42;',
  _: '&#95;',
  '[': '&#91;',
  ']': '&#93;',
  '|': '&#124;',
  '~': '&#126;',
  '\\': '&#92;',
  '!': '&#33;',
  $: '&#36;',
  '@': '@&#8203;',
  '#': '#&#8203;',
}

export const inMarkdown = (text: string): string =>
  printableName(text)
    .replace(/[&<>`*_[\]|~\\!$@#]/g, (character) => ENTITIES[character] ?? character)
    .replace(/::/g, ':&#58;')
    .replace(/:(?=\/\/|\w+:)/g, ':&#8203;')
    .replace(/\b(www)\./gi, '$1&#8203;.')
    .replace(/\b(GH|GL)-(?=\d)/gi, '$1-&#8203;')

/** What changes: its arrow is one sign, and colours are in code, because forges draw those beside it. */
export const changeInMarkdown = (text: string): string =>
  inMarkdown(withArrow(text)).replace(/(?<![\w&])#&#8203;([0-9a-f]{6})\b/gi, '`#$1`')

/** Code within a line, that no text inside it can close. */
export function codeInMarkdown(text: string): string {
  const shown = withoutCommand(printableName(text))
  const [fence, space] = shown.includes('`') ? [fenceFor([shown], 0), ' '] : ['`', '']
  return `${fence}${space}${shown}${space}${fence}`
}

/** A link to a web address. To anything else there is none, only its name. */
export function linkInMarkdown(name: string, url: string | undefined): string {
  if (url === undefined || !/^https?:/i.test(url) || !URL.canParse(url)) return inMarkdown(name)
  const address = new URL(url).href.replace(
    /[()<>"'`|\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `[${inMarkdown(name)}](${address})`
}

/** A code block that no text inside it can close. */
export function fenced(language: string, lines: readonly string[]): string[] {
  const texts = lines.map((line) => withoutCommand(printable(line)))
  const fence = fenceFor(texts, 2)
  return [`${fence}${language}`, ...texts, fence]
}

const fenceFor = (texts: readonly string[], least: number): string =>
  '`'.repeat(largest([least, ...texts.flatMap((text) => [...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))]) + 1)
