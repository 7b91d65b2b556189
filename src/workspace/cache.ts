import { hash } from 'node:crypto'
import { join } from 'node:path'
import { parseJson, stringifyJson } from '../json.ts'
import { once } from '../once.ts'
import { signatureOf } from './signature.ts'
import { bytesOrNothing, keepFile } from './tree.ts'

/** Values of files by the hash of their text. Losing it, or finding nonsense in it, costs time and nothing else. */
export interface Cache {
  /** What was put for this text, in a box because it may be anything. */
  find(text: string): { readonly value: unknown } | undefined
  put(text: string, value: unknown): void
  /** Writes what was found or put this time, if anything is new. */
  save(): Promise<void>
}

const FILE = join('.boardwright', 'cache', 'values-2.txt')

const hashOf = (text: string): string => hash('sha256', text, 'base64url')
const HASH_LENGTH = hashOf('').length

/**
 * The signature of all that follows, then one line each: the hash of a text, and the JSON of its value. What was cut or
 * edited, or was written by somebody else, is as good as nothing.
 */
export function openCache(root: string): Cache {
  const file = join(root, FILE)
  const lines = once(() => linesIn(bytesOrNothing(file).toString()))
  const used = new Map<string, string>()
  let fresh = false
  return {
    find(text) {
      const key = hashOf(text)
      const json = used.get(key) ?? lines().get(key)
      if (json === undefined) return undefined
      used.set(key, json)
      return { value: parseJson(json) }
    },
    put(text, value) {
      if (MINUS_ZERO.test(text)) return
      used.set(hashOf(text), stringifyJson(value))
      fresh = true
    },
    async save() {
      if (!fresh) return
      const body = [...used].map(([key, json]) => `${key} ${json}\n`).join('')
      await keepFile(file, [`${signatureOf(FILE, body)}\n`, body])
    },
  }
}

function linesIn(stored: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  if (stored.slice(0, HASH_LENGTH) !== signatureOf(FILE, stored.slice(HASH_LENGTH + 1))) return lines
  for (const line of stored.split('\n')) lines.set(line.slice(0, HASH_LENGTH), line.slice(HASH_LENGTH + 1))
  return lines
}

/** A number that JSON is not written with: such a text is read each time. */
const MINUS_ZERO = /(?<![\w.-])-(0+\.?0*|\.0+)([eE][+-]?\d+)?(?![\w.])/
