import process from 'node:process'
import { vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { checkDocument } from './docs/documents.ts'
import type { Ended } from './program.ts'

type Stream = 'stdout' | 'stderr'

export interface Surroundings {
  readonly cwd?: string
  /** All the variables that it sees. */
  readonly env: Readonly<Record<string, string>>
  /** Told both streams, in the order of what is written. */
  readonly hear?: (text: string, stream: Stream) => void
  /** Where it is not the program of this repository. */
  readonly program?: Run
}

export type Run = typeof run

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in this process, which has loaded the program already: one after another, because the process has
 * one directory and one set of variables. How it starts and ends as a process of its own is shown by `boardwright`.
 */
export function runHere(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const ended = last.then(() => runNow(args, surroundings))
  last = ended.catch(() => undefined)
  return ended
}

async function runNow(args: readonly string[], { cwd, env, hear, program = run }: Surroundings): Promise<Ended> {
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
  try {
    process.env = { ...env }
    if (cwd !== undefined) process.chdir(cwd)
    const code = await program(args)
    if (program === run) checkDocument(args, said.stdout)
    return { code, ...said }
  } finally {
    process.chdir(before.cwd)
    process.env = before.env
    for (const spy of spies) spy.mockRestore()
  }
}
