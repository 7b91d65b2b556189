import { readFileSync } from 'node:fs'
import { givenPlace } from '../sync/given.ts'
import { refusedPath } from './refused-path.ts'

/** Reads a file named on the command line; `-` is standard input. */
export function readGiven(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : givenPlace(file), 'utf8')
  } catch (cause) {
    throw refusedPath(cause, file === '-' ? 'the input' : file, 'read')
  }
}
