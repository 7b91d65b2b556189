import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const HEADS = 'refs/heads'
const COMMIT = /^[0-9a-f]{40}$/

/**
 * Every branch ref and the commit it is at, from the repository's own files: nearly every request asks, and a process of
 * git each time would be most of what it takes. Git moves refs from files of their own to the packed ones, never back,
 * so these are read last.
 */
export async function readHeads(repository: string): Promise<Map<string, string>> {
  const refs = await refsIn(repository, HEADS)
  const loose = await Promise.all(refs.map(async (ref) => [ref, await readLoose(repository, ref)] as const))
  const heads = await readPacked(repository)
  for (const [ref, commit] of loose) if (commit !== undefined) heads.set(ref, commit)
  return heads
}

async function refsIn(repository: string, folder: string): Promise<string[]> {
  const entries = (await unlessGone(readdir(join(repository, folder), { withFileTypes: true }))) ?? []
  const below = entries.map((entry) => {
    const ref = `${folder}/${entry.name}`
    if (entry.isDirectory()) return refsIn(repository, ref)
    return entry.name.endsWith('.lock') ? [] : [ref]
  })
  return (await Promise.all(below)).flat()
}

/** The commit that a ref is at. */
export const readHeadOf = async (repository: string, ref: string): Promise<string | undefined> =>
  (await readLoose(repository, ref)) ?? (await readPacked(repository)).get(ref)

async function readLoose(repository: string, ref: string): Promise<string | undefined> {
  const text = (await unlessGone(readFile(join(repository, ref), 'utf8')))?.trim()
  return text !== undefined && COMMIT.test(text) ? text : undefined
}

async function readPacked(repository: string): Promise<Map<string, string>> {
  const lines = ((await unlessGone(readFile(join(repository, 'packed-refs'), 'utf8'))) ?? '').split('\n')
  const pairs = lines.map((line) => [line.slice(41), line.slice(0, 40)] as const)
  return new Map(pairs.filter(([ref, commit]) => ref.startsWith(`${HEADS}/`) && COMMIT.test(commit)))
}

const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** Git makes and removes these files, and the folders around them, at any moment. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && GONE.has(cause.code)) return undefined
    throw cause
  }
}
