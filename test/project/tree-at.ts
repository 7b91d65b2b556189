import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'

/** Edits of a tree on disk, as people make them. */
export interface Tree {
  readonly add: (file: string, text: string) => void
  readonly replace: (file: string, from: string | RegExp, to: string) => void
  readonly at: (file: string) => string
}

export function treeAt(root: string): Tree {
  const at = (file: string): string => join(root, file)
  return {
    at,
    add: (file, text) => {
      mkdirSync(dirname(at(file)), { recursive: true })
      appendFileSync(at(file), text)
    },
    replace: (file, from, to) => {
      const text = readFileSync(at(file), 'utf8')
      expect(text).toMatch(from)
      writeFileSync(at(file), text.replace(from, to))
    },
  }
}
