import { join } from 'node:path'
import { digestText } from '../workspace/digests.ts'
import { bytesOrNothing, keepFile } from '../workspace/tree.ts'
import { signatureOf } from './signature.ts'

/** What a command remembers until the next time. Losing it, or finding nonsense in it, costs time and nothing else. */

/** Of what is remembered for each target. */
export const nameFor = (what: string, target: string): string => `${what}-${digestText(target).slice(0, 10)}`

const fileOf = (root: string, name: string): string => join(root, '.boardwright', 'cache', `${name}.txt`)

/** What was cut or edited, or was written by somebody else, is as good as nothing. */
export function readRemembered(root: string, name: string): unknown {
  const bytes = bytesRemembered(root, name)
  return bytes && JSON.parse(bytes.toString())
}

export const remember = (root: string, name: string, value: unknown): Promise<void> =>
  rememberBytes(root, name, Buffer.from(JSON.stringify(value)))

/** The same of values that are read one after another. */
export function* readEachRemembered(root: string, name: string): Generator<unknown> {
  for (const line of bytesRemembered(root, name)?.toString().split('\n') ?? []) yield JSON.parse(line)
}

export const rememberEach = (root: string, name: string, values: readonly unknown[]): Promise<void> =>
  rememberBytes(root, name, Buffer.from(values.map((value) => JSON.stringify(value)).join('\n')))

function bytesRemembered(root: string, name: string): Buffer | undefined {
  const stored = bytesOrNothing(fileOf(root, name))
  const cut = stored.indexOf('\n')
  const bytes = stored.subarray(cut + 1)
  return cut > 0 && stored.toString('latin1', 0, cut) === signatureOf(name, bytes) ? bytes : undefined
}

const rememberBytes = (root: string, name: string, bytes: Buffer): Promise<void> =>
  keepFile(fileOf(root, name), [`${signatureOf(name, bytes)}\n`, bytes])
