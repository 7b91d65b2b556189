import { join } from 'node:path'
import { digestText } from '../workspace/digests.ts'
import { bytesSigned, signed } from '../workspace/signature.ts'
import { bytesOrNothing, keepFile } from '../workspace/tree.ts'

/** What a command remembers for the next time. Losing it, or finding nonsense in it, costs only time. */

/** The name for something that is remembered per target. */
export const nameFor = (what: string, target: string): string => `${what}-${digestText(target).slice(0, 10)}`

const fileOf = (root: string, name: string): string => join(root, '.boardwright', 'cache', `${name}.txt`)

export function readRemembered(root: string, name: string): unknown {
  const bytes = bytesRemembered(root, name)
  return bytes && JSON.parse(bytes.toString())
}

export const remember = (root: string, name: string, value: unknown): Promise<void> =>
  rememberBytes(root, name, Buffer.from(JSON.stringify(value)))

/** The same for values that are read one at a time. */
export function* readEachRemembered(root: string, name: string): Generator<unknown> {
  for (const line of bytesRemembered(root, name)?.toString().split('\n') ?? []) yield JSON.parse(line)
}

export const rememberEach = (root: string, name: string, values: readonly unknown[]): Promise<void> =>
  rememberBytes(root, name, Buffer.from(values.map((value) => JSON.stringify(value)).join('\n')))

/** Bytes as they are. `about` says what they are of: under another, they are not found. */
export const bytesRemembered = (root: string, name: string, about = name): Buffer | undefined =>
  bytesSigned(about, bytesOrNothing(fileOf(root, name)))

export const rememberBytes = (root: string, name: string, bytes: Uint8Array, about = name): Promise<void> =>
  keepFile(fileOf(root, name), signed(about, bytes))
