import { BoardwrightError } from '@boardwright/common'

/** Refuses a flag of the command that this part of it does not take. */
export function requireOwnFlags(part: string, options: object, takes: readonly string[]): void {
  const other = Object.keys(options).find((flag) => !takes.includes(flag))
  if (other === undefined) return
  throw new BoardwrightError('USAGE', `${part} does not take ${flagOf(other)}`, {
    hint: `Leave it out: ${part} takes ${takes.map(flagOf).join(', ')}.`,
  })
}

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
