import { createHash } from 'node:crypto'
import { BoardwrightError } from '@boardwright/common'
import { findRoot } from '../project/local/root.ts'
import { decodeText } from '../serialize/text.ts'
import { keepAnswer as keep, readPart } from '../workspace/part.ts'

export interface ReadFile {
  readonly file: string
  /** Digest of the whole file. */
  readonly digest: string
  readonly characters: number
  readonly offset: number
  readonly text: string
  /** Where to continue reading; null at the end. */
  readonly next: number | null
}

export interface ReadDirectory {
  readonly directory: string
  readonly entries: readonly string[]
}

export interface PartOptions {
  readonly offset: number
  readonly length: number
  /** Whether a text is short enough. Longer ones are cut until they fit. */
  readonly fits?: (text: string) => boolean
}

export const partDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

export async function readPartOf(
  start: string,
  path: string,
  { offset, length, fits = () => true }: PartOptions,
): Promise<ReadFile | ReadDirectory> {
  const part = readPart(await findRoot(start), path)
  if (part === undefined)
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no ${path}`, { hint: 'Read its directory, or search.' })
  if (part.kind === 'directory') return { directory: part.path, entries: part.entries }
  const text = decodeText(part.bytes, part.path)
  if (typeof text !== 'string') throw new BoardwrightError(text.kind, `${part.path} ${text.message}`)
  let end = endAt(text, offset + length)
  while (end > offset + 1 && !fits(text.slice(offset, end))) end = endAt(text, offset + Math.ceil((end - offset) * 0.7))
  return {
    ...{ file: part.path, digest: partDigest(part.bytes), characters: text.length, offset },
    ...{ text: text.slice(offset, end), next: end < text.length ? end : null },
  }
}

/** Never cuts between the two halves of a surrogate pair. */
const endAt = (text: string, end: number): number => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end + 1 : end)

/** Saves content that is too long for an answer in the project around `start`. Returns the file's path. */
export const keptAnswer = async (start: string, name: string, content: string | Uint8Array): Promise<string> =>
  keep(await findRoot(start), name, content)
