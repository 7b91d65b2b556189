import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A directory for all tests of a file. */
export function makeTemporary(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'boardwright-package-'))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The dependencies with everything they depend on, as an install would bring them. */
export function withTheirs(names: readonly string[], seen: Set<string> = new Set()): readonly string[] {
  for (const name of names) {
    const manifest = resolve('node_modules', name, 'package.json')
    if (seen.has(name) || !existsSync(manifest)) continue
    seen.add(name)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
    withTheirs(Object.keys({ ...dependencies, ...optionalDependencies }), seen)
  }
  return [...seen]
}
