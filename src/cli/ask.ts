import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { BoardwrightError } from '../errors.ts'

/** Asks on a terminal. Without one, says which flag would have answered. */
export async function ask(question: string, flag: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new BoardwrightError('USAGE', `${flag} is missing, and there is no terminal to ask on`, {
      hint: `Add ${flag}.`,
    })
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(`${question}: `)).trim()
  } finally {
    lines.close()
  }
}
