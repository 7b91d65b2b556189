import { createRequire } from 'node:module'
import { arch, platform } from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import type Libsql from 'libsql'

const MISSING: ReadonlySet<unknown> = new Set(['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])

/** The database is a native program in a package of its own, which an installation may leave out. */
export function loadDriver(load: (name: string) => unknown = createRequire(import.meta.url)): typeof Libsql {
  try {
    return load('libsql') as typeof Libsql
  } catch (cause) {
    if (!MISSING.has((cause as { code?: unknown }).code)) throw cause
    const machine = `${platform}-${arch}`
    throw new BoardwrightError(
      'SANDBOX_NEEDS_DATABASE',
      `the database of the sandbox is not installed for ${machine}`,
      {
        cause,
      },
    )
  }
}
