import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory for all tests of a file. */
export function makeTemporary(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'boardwright-package-'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
