import { runHere } from './in-process.ts'

/** Where a text names a command of ours, what follows is of that; what follows another program is not looked at. */
const PROGRAM = /boardwright ([a-z]+)|`([a-z]+) --|\b(?:git|npm|npx|curl|sh) /g
const FLAG = /(?<![\w-])--[a-z][a-z-]*/g

/** Flags in a text, each with the command that it is for. */
export function flagsNamed(text: string, run: string): (readonly [command: string, flag: string])[] {
  return text.split('\n').flatMap((line) =>
    [...line.matchAll(FLAG)].flatMap(({ 0: flag, index }) => {
      const last = [...line.slice(0, index + flag.length).matchAll(PROGRAM)].at(-1)
      const command = last ? (last[1] ?? last[2]) : run
      return command === undefined ? [] : [[command, flag] as const]
    }),
  )
}

const known = new Map<string, ReadonlySet<string>>()

/** What a command takes, by its own help; those of all commands too. */
export async function flagsOf(command: string): Promise<ReadonlySet<string>> {
  const flags = known.get(command) ?? new Set((await helpOf(command)).match(FLAG))
  known.set(command, flags)
  return flags
}

const helpOf = async (command: string): Promise<string> =>
  (await runHere(['help', command], { env: { NO_COLOR: '1' } })).stdout +
  (await runHere(['--help'], { env: { NO_COLOR: '1' } })).stdout
