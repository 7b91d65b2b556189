import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor writes a file in several steps, and git writes many files. Together they count as one change. */
const QUIET_MS = 60

export interface Watch {
  readonly close: () => void
}

/**
 * Watches these directories of a tree, and the files at its top. A directory that is removed and created again loses
 * its watcher, so after each change everything is watched anew before `onChange` is called.
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

/** Watches nothing if the directory does not exist. The watcher of the top reports when it is created. */
function watchBelow(path: string, changed: () => void): FSWatcher[] {
  try {
    const watcher = watch(path, { recursive: true }, changed)
    return [watcher.on('error', () => watcher.close())]
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw cause
  }
}
