import { join } from 'node:path'
import { signatureOf } from './signature.ts'
import { bytesOrNothing, keepFile } from './tree.ts'

/** What a command remembers until the next time. Losing it, or finding nonsense in it, costs time and nothing else. */

const fileOf = (root: string, name: string): string => join(root, '.boardwright', 'cache', `${name}.txt`)

/** What was cut or edited, or was written by somebody else, is as good as nothing. */
export function readRemembered(root: string, name: string): unknown {
  const stored = bytesOrNothing(fileOf(root, name))
  const cut = stored.indexOf('\n')
  const bytes = stored.subarray(cut + 1)
  return cut > 0 && stored.toString('latin1', 0, cut) === signatureOf(name, bytes)
    ? JSON.parse(bytes.toString())
    : undefined
}

export function remember(root: string, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(value))
  return keepFile(fileOf(root, name), [`${signatureOf(name, bytes)}\n`, bytes])
}
