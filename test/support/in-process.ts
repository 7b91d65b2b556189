import process from 'node:process'
import type { Readable } from 'node:stream'
import { vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { checkDocument } from './docs/documents.ts'
import type { Ended } from './program.ts'

type Stream = 'stdout' | 'stderr'

export interface Surroundings {
  readonly cwd?: string
  /** The only environment variables that it sees. */
  readonly env: Readonly<Record<string, string>>
  /** Receives both streams, in the order in which they are written. */
  readonly hear?: (text: string, stream: Stream) => void
  /** What somebody types, and the width of their terminal. Without it, there is no terminal. */
  readonly terminal?: { readonly input: Readable; readonly columns: number }
  /** The program to run, if not that of this repository. */
  readonly program?: Run
}

export type Run = typeof run

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in this process, which has already loaded the program. Commands run one after another, because a
 * process has only one directory and one environment. `boardwright` tests how it starts and ends as a separate process.
 */
export function runHere(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const ended = last.then(() => runNow(args, surroundings))
  last = ended.catch(() => undefined)
  return ended
}

async function runNow(
  args: readonly string[],
  { cwd, env, hear, terminal, program = run }: Surroundings,
): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const keep = (stream: Stream) => (chunk: string | Uint8Array) => {
    const text = Buffer.from(chunk as Uint8Array).toString()
    said[stream] += text
    hear?.(text, stream)
    return true
  }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation(keep(name)),
  )
  const before = { cwd: process.cwd(), env: process.env }
  const leave = terminal ? attachTerminal(terminal) : undefined
  try {
    process.env = { ...env }
    if (cwd !== undefined) process.chdir(cwd)
    const code = await program(args)
    if (program === run) checkDocument(args, said.stdout)
    return { code, ...said }
  } finally {
    leave?.()
    process.chdir(before.cwd)
    process.env = before.env
    for (const spy of spies) spy.mockRestore()
  }
}

/** Puts somebody at the terminal. Returns a function that undoes it. */
function attachTerminal({ input, columns }: { readonly input: Readable; readonly columns: number }): () => void {
  const screen = { isTTY: { value: true, configurable: true }, columns: { value: columns, configurable: true } }
  const places: readonly [object, PropertyDescriptorMap][] = [
    [process, { stdin: { value: input, configurable: true } }],
    [process.stdout, screen],
    [process.stderr, screen],
  ]
  const before = places.map(([owner, own]) =>
    Object.keys(own).map((name) => [owner, name, Object.getOwnPropertyDescriptor(owner, name)] as const),
  )
  for (const [owner, own] of places) Object.defineProperties(owner, own)
  return () => {
    for (const [owner, name, was] of before.flat()) {
      if (was) Object.defineProperty(owner, name, was)
      else Reflect.deleteProperty(owner, name)
    }
  }
}
