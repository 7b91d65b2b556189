import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** An editor writes a file in several steps, and git many files: together they are one change. */
const QUIET_MS = 60

export interface Watch {
  readonly close: () => void
}

/** Watches these directories of a tree, and its own files. */
export function watchTree(root: string, directories: readonly string[], onChange: () => void): Watch {
  let timer: NodeJS.Timeout | undefined
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, QUIET_MS)
  }
  const watched = new Map<string, FSWatcher>()
  const open = (): void => {
    for (const directory of directories) {
      const path = join(root, directory)
      if (watched.has(directory) || !existsSync(path)) continue
      const watcher = watch(path, { recursive: true }, changed)
      watcher.on('error', () => close(directory))
      watched.set(directory, watcher)
    }
  }
  const close = (directory: string): void => {
    watched.get(directory)?.close()
    watched.delete(directory)
  }
  // New directories are watched from then on.
  const top = watch(root, (_, name) => {
    if (name?.startsWith('.')) return
    open()
    changed()
  })
  open()
  return {
    close() {
      clearTimeout(timer)
      top.close()
      for (const directory of [...watched.keys()]) close(directory)
    },
  }
}
