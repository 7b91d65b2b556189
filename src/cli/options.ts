import { resolve } from 'node:path'
import process from 'node:process'
import { type Command, InvalidArgumentError } from 'commander'

/** How a command says with which status the program ends. Without a word it is 0. */
export type Finish = (status: number) => void

/** Where a command works: the working directory, or what `-C` says. */
export const directoryOf = (command: Command): string =>
  resolve((command.optsWithGlobals() as { directory?: string }).directory ?? process.cwd())

/** A flag that may be given several times. */
export const several = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** Today, as rules that end on a day want it. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** A whole number within bounds, from the text of a flag. */
export const integer =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
