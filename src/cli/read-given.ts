import { readFileSync } from 'node:fs'
import { BoardwrightError } from '../errors.ts'
import { givenPlace } from '../sync/given.ts'

/** A file named on the command line; `-` is standard input. */
export function readGiven(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : givenPlace(file), 'utf8')
  } catch (cause) {
    if (cause instanceof BoardwrightError) throw cause
    throw new BoardwrightError('USAGE', `${file === '-' ? 'the input' : file} cannot be read`, {
      hint: 'Check the path.',
      cause,
    })
  }
}
