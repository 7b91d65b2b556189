import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HEADS = 'refs/heads'
const COMMIT = /^[0-9a-f]{40}$/

/**
 * Every branch ref and its commit, read from the repository's own files: nearly every request needs them, and
 * starting git each time would take most of its time. Git moves refs from single files to the packed file, never
 * back, so the packed file is read last.
 */
export function readHeads(repository: string): Map<string, string> {
  const loose = refsIn(repository, HEADS).map((ref) => [ref, readLoose(repository, ref)] as const)
  const heads = readPacked(repository)
  for (const [ref, commit] of loose) if (commit !== undefined) heads.set(ref, commit)
  return heads
}

function refsIn(repository: string, folder: string): string[] {
  const entries = unlessGone(() => readdirSync(join(repository, folder), { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const ref = `${folder}/${entry.name}`
    if (entry.isDirectory()) return refsIn(repository, ref)
    return entry.name.endsWith('.lock') ? [] : [ref]
  })
}

/** The commit that a ref points to. */
export const readHeadOf = (repository: string, ref: string): string | undefined =>
  readLoose(repository, ref) ?? readPacked(repository).get(ref)

function readLoose(repository: string, ref: string): string | undefined {
  const text = unlessGone(() => readFileSync(join(repository, ref), 'utf8'))?.trim()
  return text !== undefined && COMMIT.test(text) ? text : undefined
}

function readPacked(repository: string): Map<string, string> {
  const lines = (unlessGone(() => readFileSync(join(repository, 'packed-refs'), 'utf8')) ?? '').split('\n')
  const pairs = lines.map((line) => [line.slice(41), line.slice(0, 40)] as const)
  return new Map(pairs.filter(([ref, commit]) => ref.startsWith(`${HEADS}/`) && COMMIT.test(commit)))
}

const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** Git may create and remove these files, and the folders around them, at any moment. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && GONE.has(cause.code)) return undefined
    throw cause
  }
}
