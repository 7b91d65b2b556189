import { BoardwrightError } from '../errors.ts'
import { requireOwnStore } from '../workspace/disk.ts'
import { findUpwards } from '../workspace/find.ts'

export const CONFIG_FILE = 'boardwright.yaml'

export function findRoot(start: string): string {
  const root = findUpwards(start, CONFIG_FILE)
  if (root === undefined) throw new BoardwrightError('NO_PROJECT', `no ${CONFIG_FILE} in ${start} or above it`)
  requireOwnStore(root)
  return root
}
