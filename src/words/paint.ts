/** Terminal colours. Whatever a colour says, a word or symbol says too. */
export const CODES = { added: 32, removed: 31, changed: 33, published: 36, held: 35, strong: 1, faint: 2 } as const

export type Style = keyof typeof CODES

/** What a check or a file is found to be, in the hues of what happens. */
export const FOUND = { ok: 'added', warning: 'changed', error: 'removed', old: 'faint' } as const satisfies Readonly<
  Record<string, Style>
>

/** What a run or a target came to, in the hues of what happens. */
export const CAME_TO = {
  ...{ FAILED: 'removed', STOPPED: 'removed', 'SLIPPED IN': 'changed', REVIEW: 'held', held: 'held' },
  ...{ published: 'published', created: 'added', updated: 'changed', deleted: 'removed' },
  ...{ Done: 'strong', Written: 'strong', Next: 'strong', Journal: 'faint' },
} as const satisfies Readonly<Record<string, Style>>

const LABEL_WIDTH = 9

/** `held       text`: all labels of an ending stand in one column. */
export const labelled = (label: keyof typeof CAME_TO, text: string): string => `${label.padEnd(LABEL_WIDTH)}  ${text}`

/** A line under a labelled one. */
export const belowLabel = (text: string): string => `${' '.repeat(LABEL_WIDTH)}  ${text}`

/** What came to what, and below it why: names stand in one column, and a long reason folds under itself. */
export const labelledWith = (label: keyof typeof CAME_TO, what: string, ...why: readonly string[]): string[] => [
  labelled(label, what),
  ...why.map((line) => belowLabel(`  ${line}`)),
]

/** Colours the label that a line begins with. */
export function paintLabel(paint: Paint, line: string): string {
  const [label = ''] = line.split('  ', 1)
  return label in CAME_TO ? paint(CAME_TO[label as keyof typeof CAME_TO], label) + line.slice(label.length) : line
}

export type Paint = (style: Style, text: string) => string

export const inColour: Paint = (style, text) => (text === '' ? text : `\u001b[${CODES[style]}m${text}\u001b[0m`)
export const plain: Paint = (_, text) => text

export const STYLES: Readonly<Record<string, Style>> = {
  '+': 'added',
  '-': 'removed',
  '~': 'changed',
  '>': 'published',
  '!': 'removed',
}

/** Colours a text by its leading symbol. */
export const paintMarked = (paint: Paint, text: string): string => {
  const style = STYLES[text.charAt(0)]
  return style === undefined ? text : paint(style, text)
}
