import { readFileSync } from 'node:fs'

/** A table that is also readable in a terminal: no padding, one row per line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

const escapeCell = (text: string): string => text.replaceAll('\n', ' ').replaceAll('|', '\\|')

export const code = (text: string): string => `\`${text}\``

/** The texts of a document's `<!-- generated: NAME -->` parts, by name. */
export type Parts = Readonly<Record<string, () => string>>

const GENERATED = /<!-- generated: ([^\n>]+) -->\n(?:.*?\n)??<!-- \/generated -->/gs

/** The document with every generated part made again. Throws for an unknown part. */
export function fillGenerated(document: string, parts: Parts): string {
  return document.replace(GENERATED, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`no part is called "${name}"; there are: ${Object.keys(parts).join(', ')}`)
    return `<!-- generated: ${name} -->\n${part()}\n<!-- /generated -->`
  })
}

export const partsIn = (document: string): string[] => [...document.matchAll(GENERATED)].map(([, name = '']) => name)

/** The code blocks in one language, with the line where each begins. */
export function blocksOf(document: string, language: string): { line: number; text: string }[] {
  const blocks = [...document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))]
  return blocks.map(({ index, 1: text = '' }) => ({ line: document.slice(0, index).split('\n').length, text }))
}

export interface Link {
  /** Empty for the same document. */
  readonly target: string
  readonly anchor: string
}

/** The links to places inside the project. */
export const linksOf = (document: string): Link[] =>
  [...document.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => ({ target: link.replace(/#.*/, ''), anchor: link.replace(/^[^#]*#?/, '') }))

export const anchorsIn = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** The anchor of a heading, as forges make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

export const read = (file: string): string => readFileSync(file, 'utf8')
