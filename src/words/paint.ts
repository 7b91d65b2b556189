/** Terminal colours. Whatever a colour says, a word or symbol says too. */
export const CODES = { added: 32, removed: 31, changed: 33, published: 36, held: 35, strong: 1, faint: 2 } as const

export type Style = keyof typeof CODES

/** What a check or a file is found to be, in the hues of what happens. */
export const FOUND = { ok: 'added', warning: 'changed', error: 'removed', old: 'faint' } as const satisfies Readonly<
  Record<string, Style>
>
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
