import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson, stringifyJson } from '../json.ts'
import { replaceFile } from './tree.ts'

/** Values of files by the hash of their text. Losing it, or finding nonsense in it, costs time and nothing else. */
export interface Cache {
  /** What was put for this text, in a box because it may be anything. */
  find(text: string): { readonly value: unknown } | undefined
  put(text: string, value: unknown): void
  /** Writes what was found or put this time, if anything is new. */
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
    if (key && json !== undefined && check !== undefined) lines.set(key, `${check}\t${json}`)
  }
  const used = new Map<string, string>()
  let fresh = false
  return {
    find(text) {
      const key = hashOf(text)
      const line = used.get(key) ?? lines.get(key)
      if (line === undefined) return undefined
      const [check, json = ''] = line.split('\t')
      if (check !== checkOf(json)) return undefined
      used.set(key, line)
      return { value: parseJson(json) }
    },
    put(text, value) {
      if (MINUS_ZERO.test(text)) return
      const json = stringifyJson(value)
      used.set(hashOf(text), `${checkOf(json)}\t${json}`)
      fresh = true
    },
    async save() {
      if (!fresh) return
      await replaceFile(file, [...used].map(([key, line]) => `${key}\t${line}\n`).join(''))
    },
  }
}

/** A number that JSON is not written with: such a text is read each time. */
const MINUS_ZERO = /(?<![\w.-])-(0+\.?0*|\.0+)([eE][+-]?\d+)?(?![\w.])/

/** Guards against a file that was cut or edited, not against an attacker: whoever can write it can write the tree. */
const checkOf = (json: string): string => createHash('sha256').update(json).digest('base64url').slice(0, 12)
