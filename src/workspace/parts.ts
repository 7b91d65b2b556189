/** What of a directory is a project: everything else in it is nobody's business. */

export const ROOTS = ['content', 'data-model', 'overlays', 'targets']

/** As globs: what is left out. What the platform's own tools never upload from a data model is not there. */
export const SKIPPED = [
  'data-model/**/node_modules/**',
  'data-model/**/dashboard-app/**',
  'data-model/**/.*',
  'data-model/**/.*/**',
  '**/.git/**',
]

/** The same for one name at the root, and for one path below it whose directory is not left out. */
export const isPart = (name: string): boolean => name === 'boardwright.yaml' || ROOTS.includes(name)

export function isSkipped(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === '.git') return true
  if (!path.startsWith('data-model/')) return false
  return name === 'node_modules' || name === 'dashboard-app' || (name.startsWith('.') && name !== '.gitignore')
}

/** Whether a file that was read stands in the project itself. */
export const isOfProject = (path: string): boolean => isPart(path.split('/', 1)[0] ?? '')

/** Files beyond this size are refused. */
export const LARGEST_FILE = 64 * 1024 * 1024
