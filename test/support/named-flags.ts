import { isCommand } from '../../src/cli/commands.ts'
import { runHere } from './in-process.ts'

/** Flags belong to the command of ours that is named before them. Flags of other programs are ignored. */
const PROGRAM = /boardwright ([a-z]+(?: [a-z-]+)?)|`([a-z]+) --|\b(?:git|npm|npx|curl|sh) /g
const FLAG = /(?<![\w-])--[a-z][a-z-]*/g

/** The flags in a text, each with its command. */
export function flagsNamed(text: string, run: string): (readonly [command: string, flag: string])[] {
  return text.split('\n').flatMap((line) =>
    [...line.matchAll(FLAG)].flatMap(({ 0: flag, index }) => {
      const last = [...line.slice(0, index + flag.length).matchAll(PROGRAM)].at(-1)
      const command = last ? (last[1] === undefined ? last[2] : commandIn(last[1].split(' '))) : run
      return command === undefined ? [] : [[command, flag] as const]
    }),
  )
}

/** The command that these words begin with: one word, or two of a family. */
export function commandIn([first = '', second = '']: readonly string[]): string {
  const both = `${first} ${second}`
  return isCommand(both) ? both : first
}

const known = new Map<string, ReadonlySet<string>>()

/** The flags that a command takes according to its help, including global ones. */
export async function flagsOf(command: string): Promise<ReadonlySet<string>> {
  const flags = known.get(command) ?? new Set((await helpOf(command)).match(FLAG))
  known.set(command, flags)
  return flags
}

const helpOf = async (command: string): Promise<string> =>
  (await runHere(['help', ...command.split(' ')], { env: { NO_COLOR: '1' } })).stdout +
  (await runHere(['--help'], { env: { NO_COLOR: '1' } })).stdout
