import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor writes a file in several steps, and git many files: together they are one change. */
const QUIET_MS = 60

export interface Watch {
  readonly close: () => void
}

/**
 * Watches these directories of a tree, and its own files. What is removed and made again is something else to the system:
 * so after each change everything is watched anew, and only then told.
 */
export function watchTree(root: string, directories: readonly string[], onChange: () => void): Watch {
  let timer: NodeJS.Timeout | undefined
  let watched: readonly FSWatcher[] = []
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      open()
      onChange()
    }, QUIET_MS)
  }
  const close = (): void => {
    for (const each of watched) each.close()
  }
  const open = (): void => {
    close()
    watched = directories.flatMap((directory) => watchBelow(join(root, directory), changed))
  }
  const top = watch(root, (_, name) => {
    if (!name?.startsWith('.')) changed()
  })
  open()
  return {
    close() {
      clearTimeout(timer)
      top.close()
      close()
    },
  }
}

/** Nothing where the directory is not there: the tree's own watch tells when it comes. */
function watchBelow(path: string, changed: () => void): FSWatcher[] {
  try {
    const watcher = watch(path, { recursive: true }, changed)
    return [watcher.on('error', () => watcher.close())]
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}
