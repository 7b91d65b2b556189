import { BoardwrightError } from '@boardwright/common'
import { compareRuns, type Run, readRun, runLine } from './run.ts'
import type { Comment, CommentApi } from './types.ts'

export interface Sticky {
  /** The first line, which identifies the comment. */
  readonly marker: string
  /** The whole text, beginning with the marker. */
  readonly body: string
  /** The run that writes it. The latest one wins. */
  readonly run: Run | undefined
}

export type Posted = 'created' | 'updated' | 'unchanged' | 'superseded'

const MOST_ROUNDS = 6

/**
 * One comment per marker, even with concurrent writers: duplicates are found by listing again, the oldest stays, and
 * only the latest run writes to it. A deleted comment is created again.
 */
export async function postSticky(api: CommentApi, { marker, body, run }: Sticky): Promise<Posted> {
  const text = run === undefined ? body : `${body.trimEnd()}\n\n${runLine(run)}\n`
  const locked = new Set<number>()
  const made = new Set<number>()
  let posted: Posted = 'unchanged'
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const own = (await api.list()).filter((comment) => isOurs(comment, marker) && !locked.has(comment.id))
    const newer = own.find((comment) => compareRuns(readRun(comment.body), run) > 0)
    if (newer) {
      for (const { id } of own) if (made.has(id) && id > newer.id) await removeIfThere(api, id)
      return 'superseded'
    }
    const [kept, ...twins] = own
    if (!kept) {
      const id = await createOne(api, text)
      if (id !== undefined) made.add(id)
      posted = 'created'
      continue
    }
    const written = isSame(kept.body, text) ? 'same' : await write(api, kept, text)
    if (written === 'refused') locked.add(kept.id)
    if (written === 'refused' || written === 'gone') continue
    for (const { id } of twins) await removeIfThere(api, id)
    if (written === 'written' && posted !== 'created') posted = 'updated'
    return posted
  }
  throw new BoardwrightError('FORGE_FAILED', 'the comment does not stay: somebody keeps removing it')
}

/** The marker counts only as the first line. */
const isOurs = ({ body, foreign }: Comment, marker: string): boolean => !foreign && firstLine(body) === marker
const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0]?.trim() ?? ''

/** Ignores line ends, because forges change them and drop trailing ones. */
const isSame = (a: string, b: string): boolean => canonical(a) === canonical(b)
const canonical = (text: string): string => text.replace(/\r\n/g, '\n').trimEnd()

/** A create that failed may have succeeded after all. The next listing shows it. */
async function createOne(api: CommentApi, text: string): Promise<number | undefined> {
  try {
    return (await api.create(text)).id
  } catch (cause) {
    if (cause instanceof BoardwrightError && cause.http?.ambiguous) return undefined
    throw cause
  }
}

async function write(api: CommentApi, { id }: Comment, text: string): Promise<'written' | 'gone' | 'refused'> {
  try {
    await api.update(id, text)
    return 'written'
  } catch (cause) {
    if (cause instanceof BoardwrightError && cause.kind === 'FORGE_NOT_FOUND') return 'gone'
    if (cause instanceof BoardwrightError && cause.kind === 'FORGE_FORBIDDEN') return 'refused'
    throw cause
  }
}

/** A duplicate that we may not remove stays, because the comment itself is right. */
async function removeIfThere(api: CommentApi, id: number): Promise<void> {
  try {
    await api.remove(id)
  } catch (cause) {
    if (cause instanceof BoardwrightError && (cause.kind === 'FORGE_NOT_FOUND' || cause.kind === 'FORGE_FORBIDDEN'))
      return
    throw cause
  }
}
