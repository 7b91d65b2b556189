import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a directory except the cache, by path, with one character for each byte. */
export function bytesBelow(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('.boardwright/'))
    .sort()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'latin1')]))
}

/** What a terminal or a reader must never get raw: control characters, and marks that change the direction of text. */
export const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export const textOf = (bytes: string | undefined): string => Buffer.from(bytes ?? '', 'latin1').toString('utf8')
