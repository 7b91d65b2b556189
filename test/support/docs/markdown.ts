import { readFileSync } from 'node:fs'

/** A table as people read it in a terminal too: no padding, one row a line. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

const escapeCell = (text: string): string => text.replaceAll('\n', ' ').replaceAll('|', '\\|')

export const code = (text: string): string => `\`${text}\``

/** What a document's `<!-- generated: NAME -->` stands for. */
export type Parts = Readonly<Record<string, () => string>>

const GENERATED = /<!-- generated: ([^\n>]+) -->\n(?:.*?\n)??<!-- \/generated -->/gs

/** The document with every generated part made again. A part that nobody knows is an error. */
export function fillGenerated(document: string, parts: Parts): string {
  return document.replace(GENERATED, (_, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`no part is called "${name}"; there are: ${Object.keys(parts).join(', ')}`)
    return `<!-- generated: ${name} -->\n${part()}\n<!-- /generated -->`
  })
}

export const partsIn = (document: string): string[] => [...document.matchAll(GENERATED)].map(([, name = '']) => name)

/** The blocks of one language, with the line that each begins at. */
export function blocksOf(document: string, language: string): { line: number; text: string }[] {
  const blocks = [...document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))]
  return blocks.map(({ index, 1: text = '' }) => ({ line: document.slice(0, index).split('\n').length, text }))
}

export interface Link {
  /** Empty: the same document. */
  readonly target: string
  readonly anchor: string
}

/** The links that do not leave the project. */
export const linksOf = (document: string): Link[] =>
  [...document.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => ({ target: link.replace(/#.*/, ''), anchor: link.replace(/^[^#]*#?/, '') }))

export const anchorsIn = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** As the forges make it from a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

export const read = (file: string): string => readFileSync(file, 'utf8')
