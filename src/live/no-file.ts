import { tooMuchForFile } from '@boardwright/common/yaml'

/** Files may nest a little deeper. Anything deeper in live is not genuine content, and would overflow the stack. */
const DEEPEST = 200
/** What a file says besides its object's content: its id, and those of other targets. */
const SPARE_ENTRIES = 200

/** Why no file can hold a row, because none that holds it could be read again. `documents` are its parts, as in files. */
export function noFileFor(row: unknown, documents: () => readonly unknown[]): string | undefined {
  if (isDeeperThan(row, DEEPEST)) return 'is nested too deeply for a file'
  for (const document of documents()) {
    const why = tooMuchForFile(document, SPARE_ENTRIES)
    if (why !== undefined) return why
  }
  return undefined
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((each) => isDeeperThan(each, levels - 1))
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
