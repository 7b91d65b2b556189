/** The parts of a directory that are a project; everything else is ignored. */

export const ROOTS = ['content', 'data-model', 'overlays', 'targets']

/** What to leave out, as globs. */
export const SKIPPED = [
  'data-model/**/node_modules/**',
  'data-model/**/dashboard-app/**',
  'data-model/**/.*',
  'data-model/**/.*/**',
  '**/.git/**',
]

/** A project where one of these is a file looks as if everything was removed from it. `targets` may be anything. */
export const isDirectoryOfOurs = (name: string): boolean => ROOTS.includes(name) && name !== 'targets'

/** The same check for a name at the root, and for a path whose directory is included. */
export const isPart = (name: string): boolean => name === 'boardwright.yaml' || ROOTS.includes(name)

export function isSkipped(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === '.git') return true
  if (!path.startsWith('data-model/')) return false
  return name === 'node_modules' || name === 'dashboard-app' || (name.startsWith('.') && name !== '.gitignore')
}

/** Whether a file is directly part of the project. */
export const isOfProject = (path: string): boolean => isPart(path.split('/', 1)[0] ?? '')

/** Larger files are refused. */
export const LARGEST_FILE = 64 * 1024 * 1024
