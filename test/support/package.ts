import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { askedBy, readManifest } from '../../scripts/manifest.mjs'

/** A directory for all tests of a file. */
export function makeTemporary(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'boardwright-package-'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The dependencies with everything they depend on, as an install would bring them. */
export function withTheirs(names: readonly string[], seen: Set<string> = new Set()): readonly string[] {
  for (const name of names) {
    const installed = resolve('node_modules', name)
    if (seen.has(name) || !existsSync(installed)) continue
    seen.add(name)
    withTheirs(Object.keys(askedBy(readManifest(installed))), seen)
  }
  return [...seen]
}
