import { counted } from '@boardwright/common'

export { counted } from '@boardwright/common'

/** `1 report`, `3,012 reports` */
export const plural = (count: number, word: string, many = `${word}s`): string =>
  `${counted(count)} ${count === 1 ? word : many}`

/** `a, b and c` */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** `a, b, c and 4 more`. */
export function someOf(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${counted(names.length - most)} more` : shown
}
