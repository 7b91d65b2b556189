import { join } from 'node:path'
import { digestText } from './digests.ts'
import { keepFile, textOrNothing } from './tree.ts'

/** What a command remembers until the next time. Losing it, or finding nonsense in it, costs time and nothing else. */

const fileOf = (root: string, name: string): string => join(root, '.boardwright', 'cache', `${name}.txt`)

/** The digest of the text guards against a file that was cut or edited, not against whoever can write the tree too. */
export function readRemembered(root: string, name: string): unknown {
  const stored = textOrNothing(fileOf(root, name))
  const cut = stored.indexOf('\n')
  const text = stored.slice(cut + 1)
  return cut > 0 && stored.slice(0, cut) === digestText(text) ? JSON.parse(text) : undefined
}

export function remember(root: string, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  return keepFile(fileOf(root, name), [`${digestText(text)}\n`, text])
}
