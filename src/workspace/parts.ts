/** The parts of a directory that make up a project. Everything else is ignored. */

export const ROOTS = ['content', 'account', 'data-model', 'overlays', 'targets', 'rules']

/** What to leave out, as globs. */
export const SKIPPED = [
  'data-model/**/node_modules/**',
  'data-model/**/dashboard-app/**',
  'data-model/**/.*',
  'data-model/**/.*/**',
  '**/.git/**',
]

/**
 * Names that must be directories: if one were a file, everything in it would look removed. `targets` may be anything.
 */
export const isDirectoryOfOurs = (name: string): boolean => ROOTS.includes(name) && name !== 'targets'

/** Whether a name at the root is part of the project. */
export const isPart = (name: string): boolean => name === 'boardwright.yaml' || ROOTS.includes(name)

export function isSkipped(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === '.git') return true
  if (!path.startsWith('data-model/')) return false
  return name === 'node_modules' || name === 'dashboard-app' || (name.startsWith('.') && name !== '.gitignore')
}

/** Whether a file is directly part of the project. */
export const isOfProject = (path: string): boolean => isPart(path.split('/', 1)[0] ?? '')

/** Files larger than this are refused. */
export const LARGEST_FILE = 64 * 1024 * 1024
