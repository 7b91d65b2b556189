import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson, stringifyJson } from '../json.ts'
import { replaceFile } from './tree.ts'

/** Values of files by the hash of their text. Losing it, or finding nonsense in it, costs time and nothing else. */
export interface Cache {
  /** The value that `make` gives for this text, remembered. */
  get(text: string, make: () => unknown): unknown
  /** Writes what was used this time, if anything is new. */
  save(): Promise<void>
}

const FILE = join('.boardwright', 'cache', 'values-1.txt')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** One line each: a hash, the hash of the JSON, and the JSON itself. A line that does not agree with itself is skipped. */
export async function openCache(root: string): Promise<Cache> {
  const file = join(root, FILE)
  const stored = await readFile(file, 'utf8').catch(() => '')
  const lines = new Map<string, string>()
  for (const line of stored.split('\n')) {
    const [key, check, json] = line.split('\t')
    if (key && json !== undefined && check === hashOf(json)) lines.set(key, json)
  }
  const used = new Map<string, string>()
  let fresh = 0
  return {
    get(text, make) {
      const key = hashOf(text)
      const known = lines.get(key)
      if (known !== undefined) {
        used.set(key, known)
        return parseJson(known)
      }
      const value = make()
      used.set(key, stringifyJson(value))
      fresh += 1
      return value
    },
    async save() {
      if (fresh === 0) return
      const text = [...used].map(([key, json]) => `${key}\t${hashOf(json)}\t${json}\n`).join('')
      await replaceFile(file, text)
    },
  }
}
