/** The blocks of a document that somebody can follow: commands with what they print, and edits of files. */
export interface Block {
  readonly kind: 'console' | 'sh' | 'diff' | 'yaml'
  /** For an edit, or a new file of YAML, the file. */
  readonly file: string
  readonly line: number
  readonly text: string
  /** Where its text is in the document. */
  readonly from: number
  readonly to: number
  /** Why it is not run: a comment, which readers do not see. */
  readonly notRun: string | undefined
}

export interface Step {
  readonly command: string
  /** The output according to the document. */
  readonly shown: string
}

/** A block of YAML without a file is only shown. */
const BLOCK = /^```(?:(console|sh|diff)(?: (\S+))?|(yaml) (\S+))\n(.*?)^```$/gms

export function followedBlocks(document: string): Block[] {
  return [...document.matchAll(BLOCK)].map((found) => {
    const [whole, commands, edit = '', yaml, made = '', text = ''] = found
    const [kind, file] = yaml === undefined ? [commands, edit] : [yaml, made]
    const from = found.index + whole.indexOf('\n') + 1
    const before = document.slice(0, found.index).trimEnd().split('\n').at(-1) ?? ''
    return {
      kind: kind as Block['kind'],
      ...{ file, text, from, to: from + text.length },
      line: document.slice(0, found.index).split('\n').length,
      notRun: /^<!-- Not run by the tests: (.+) -->$/.exec(before)?.[1],
    }
  })
}

/** The commands of a block. Each is `$ command`, with lines ending in `\` joined, followed by its output. */
export function stepsOf({ kind, text }: Block): Step[] {
  const joined = text.replaceAll('\\\n', '\\\u0000')
  const steps =
    kind === 'sh'
      ? joined.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      : joined.split(/^\$ /m).slice(1)
  return steps.map((step) => {
    const [command = '', ...lines] = step.split('\n')
    return { command: command.replaceAll('\u0000', '\n'), shown: lines.join('\n') }
  })
}

export const printSteps = (steps: readonly Step[]): string =>
  steps.map(({ command, shown }) => `$ ${command}\n${shown}`).join('')

/** Makes the edit of a `diff` block. The lines it removes and its context must occur exactly once. */
export function edited(text: string, { text: diff, file, line }: Block): string {
  return diff
    .trimEnd()
    .split(/^@@.*\n/m)
    .filter((hunk) => hunk !== '')
    .reduce((whole, hunk) => {
      const lines = hunk.replace(/\n$/, '').split('\n')
      const side = (mark: string): string =>
        lines
          .filter((each) => !each.startsWith(mark))
          .map((each) => `${each.slice(1)}\n`)
          .join('')
      const [before, after] = [side('+'), side('-')]
      if (`\n${whole}`.split(`\n${before}`).length !== 2) {
        throw new Error(`the edit at line ${line} does not fit ${file}: it looks for\n${before}`)
      }
      return `\n${whole}`.replace(`\n${before}`, () => `\n${after}`).slice(1)
    }, text)
}

/** Texts that differ from run to run and do not matter. */
const MASKS: readonly [RegExp, string][] = [
  [/\b\d{8}T\d{6}Z\b/g, 'RUN'],
  [/\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: UTC|Z)/g, 'TIME'],
  [/\b20\d\d-\d\d-\d\d\b/g, 'DAY'],
  [/\b\d+(?:\.\d+)? (?:s|ms)\b/g, 'N s'],
  [/\b\d+ requests\b/g, 'N requests'],
  [/\bwrote it with \d+\b/g, 'wrote it with N'],
  [/\b[0-9a-f]{64}\b/g, 'HASH'],
  [/\b[0-9a-f]{40}\b/g, 'COMMIT'],
  [/\b[0-9a-f]{7,12}\b/g, 'COMMIT'],
  [/\b[0-9a-f]{4}-[0-9a-f]{4}\b/g, 'HASH'],
  [/\bbw-sandbox-(?:[0-9a-f]+|\.\.\.)/g, 'KEY'],
]

export const masked = (text: string): string =>
  MASKS.reduce((all, [pattern, by]) => all.replace(pattern, by), text)
    .replace(/[ \t]+$/gm, '')
    .trim()

/** Whether the output matches the document, where a line `...` stands for any lines. */
export function isShown(shown: string, printed: string): boolean {
  const [wanted, text] = [masked(shown), `\n${masked(printed)}\n`]
  const parts = wanted.split(/(?:^|\n)\.\.\.(?=\n|$)/).map((part) => part.replace(/^\n/, ''))
  let at = 0
  return parts.every((part, index) => {
    if (part === '') return parts.length > 1 || masked(printed) === ''
    const needle = `\n${part}\n`
    const found = index === parts.length - 1 ? text.length - needle.length : text.indexOf(needle, at)
    if (found < at || (index === 0 && found > 0) || !text.startsWith(needle, found)) return false
    at = found + needle.length - 1
    return true
  })
}
