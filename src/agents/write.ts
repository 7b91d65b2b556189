import { BoardwrightError } from '@boardwright/common'
import { createTwoFilesPatch } from 'diff'
import { newProblems } from '../check/validate.ts'
import { plural } from '../content/counted.ts'
import type { Problem } from '../content/problem.ts'
import type { FileEdit } from '../edit/tree-edit.ts'
import { ProblemsFound, type Project } from '../project/local/project.ts'
import { withChanges } from '../serialize/documents.ts'
import { CONTENT, MODEL, OVERLAYS } from '../serialize/layout.ts'
import { decodeText } from '../serialize/text.ts'
import { pathOfPart, readPart } from '../workspace/part.ts'
import { writeTree } from '../workspace/write.ts'
import { partDigest } from './read.ts'

export interface FileWrite {
  readonly file: string
  /** The new text; null removes the file. */
  readonly text?: string | null | undefined
  /** Replacements to make instead. Each `from` must occur exactly once. */
  readonly edits?: readonly { readonly from: string; readonly to: string }[] | undefined
  /** Digest of the file as it was read. Left out for a new file. */
  readonly digest?: string | undefined
}

export interface WrittenFiles {
  readonly files: readonly FileEdit[]
  readonly diff: string
  /** New warnings. Nothing is written if there are new errors. */
  readonly warnings: readonly Problem[]
}

/** Not the settings, which say where tokens are sent and what may be deleted: only people change those. */
const WRITABLE = [CONTENT, MODEL, OVERLAYS]

/** Writes all of these files, or none if the tree would get an error that it does not have now. */
export async function writeChecked(project: Project, writes: readonly FileWrite[]): Promise<WrittenFiles> {
  const { root } = project
  const asked = new Map(writes.map((write) => [writablePath(root, write.file), write]))
  if (asked.size < writes.length) throw new BoardwrightError('USAGE', 'two of these are the same file')
  const requireUnchanged = (): void => {
    for (const [file, { digest }] of asked) requireDigest(root, file, digest)
  }
  requireUnchanged()
  const texts = new Map([...asked].map(([file, write]) => [file, textAfter(project, file, write)]))
  const files = withChanges(project.files, texts)
  const fresh = newProblems(project, { ...project, files })
  const errors = fresh.filter(({ warning }) => !warning)
  if (errors.length > 0) throw new ProblemsFound(errors, files)
  // Checking takes a while, so somebody may have changed the files meanwhile.
  requireUnchanged()
  await writeTree(root, texts)
  return {
    files: [...texts].map(([file, text]) => ({ action: actionOf(project.files.has(file), text), file })),
    diff: [...texts].map(([file, text]) => diffOf(file, project.files.get(file), text)).join(''),
    warnings: fresh,
  }
}

function textAfter({ files }: Project, file: string, { text, edits = [] }: FileWrite): string | null {
  if (text !== undefined) return text
  const before = decodeText(files.get(file) ?? new Uint8Array(), file)
  if (typeof before !== 'string') throw new BoardwrightError(before.kind, `${file} ${before.message}`)
  return edits.reduce((now, { from, to }) => {
    const [start = '', ...rest] = now.split(from)
    if (rest.length === 1) return `${start}${to}${rest[0]}`
    const times = rest.length === 0 ? 'is not in it' : `is in it ${plural(rest.length, 'time')}`
    throw new BoardwrightError('USAGE', `${file}: the text to replace ${times}: nothing was written`, {
      hint: EXACT,
    })
  }, before)
}

const EXACT = 'Give a text that occurs exactly once, copied as it is.'

const actionOf = (wasThere: boolean, text: string | null): FileEdit['action'] =>
  text === null ? 'removed' : wasThere ? 'edited' : 'created'

function writablePath(root: string, given: string): string {
  const file = pathOfPart(root, given, WHERE)
  const hasDot = file.split('/').some((name) => name.startsWith('.'))
  if (!hasDot && WRITABLE.some((name) => file.startsWith(`${name}/`))) return file
  throw new BoardwrightError('PLACE_REFUSED', `${file} cannot be written from here`, { hint: WHERE })
}

const WHERE =
  'Write files below content/, data-model/ or overlays/ whose names begin with no dot. Anything else is for people: tell them what to change there.'

function requireDigest(root: string, file: string, digest: string | undefined): void {
  const part = readPart(root, file)
  if (part?.kind === 'directory') throw new BoardwrightError('PATH_TAKEN', `${file} is a directory`)
  const now = part && partDigest(part.bytes)
  if (now === digest) return
  if (now === undefined) throw new BoardwrightError('TREE_CHANGED', `${file} no longer exists`, { hint: READ })
  const why = digest === undefined ? 'is there already' : 'was changed since it was read'
  throw new BoardwrightError('TREE_CHANGED', `${file} ${why}: nothing was written`, { hint: READ })
}

const READ = 'Read it, and write it again with the digest that reading gives.'

const MOST_EDITS = 5_000

function diffOf(file: string, before: Uint8Array | undefined, after: string | null): string {
  const was = before === undefined ? '' : decodeText(before, file)
  const [from, to] = [before === undefined ? '/dev/null' : `a/${file}`, after === null ? '/dev/null' : `b/${file}`]
  const options = { context: 3, maxEditLength: MOST_EDITS }
  const patch =
    typeof was === 'string' ? createTwoFilesPatch(from, to, was, after ?? '', undefined, undefined, options) : undefined
  return patch?.replace(/^=+\n/, '') ?? `--- ${from}\n+++ ${to}\n`
}
