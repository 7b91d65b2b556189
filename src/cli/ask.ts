import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { BoardwrightError } from '../errors.ts'
import { settings } from './settings.ts'

/** Asks on a terminal. Without one, names the flag that would have answered. */
export async function ask(question: string, flag: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new BoardwrightError('USAGE', `${flag} is missing, and there is no terminal to ask on`, {
      hint: `Add ${flag}.`,
    })
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const { deadline } = settings()
    return (await lines.question(`${question}: `, deadline ? { signal: deadline } : {})).trim()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError')
      throw new BoardwrightError('INTERRUPTED', 'nobody answered', { cause })
    throw cause
  } finally {
    lines.close()
  }
}
