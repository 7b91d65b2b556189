import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { ENGINE } from './asked.ts'

/** Throws with what is missing. */
export function requireEngine(directory: string): void {
  const require = createRequire(join(directory, 'package.json'))
  const missing = Object.values(ENGINE).filter((name) => !isInstalled(require, name))
  if (missing.length > 0) throw noEngine(`it is not installed beside ${directory}: ${missing.join(', ')}`)
}

export const noEngine = (why: string): BoardwrightError =>
  new BoardwrightError('SANDBOX_NEEDS_ENGINE', `the engine cannot start: ${why}`)

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return false
    throw cause
  }
}
