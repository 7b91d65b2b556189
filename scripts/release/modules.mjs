import { mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const OURS = '@boardwright'

/** Gives a copy of the tree what is installed here, without a copy of it. The packages of the tree are its own. */
export function linkModules(from, to) {
  const [installed, linked] = [join(from, 'node_modules'), join(to, 'node_modules')]
  mkdirSync(join(linked, OURS), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (name !== OURS) symlinkSync(realpathSync(join(installed, name)), join(linked, name))
  }
  for (const name of readdirSync(join(installed, OURS))) {
    symlinkSync(readlinkSync(join(installed, OURS, name)), join(linked, OURS, name))
  }
}
