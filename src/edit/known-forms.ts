import { lazy, oncePerKey } from '@boardwright/common'
import { groupBy } from '../content/group-by.ts'
import type { Project } from '../project/local/project.ts'
import { type Document, findDocuments } from '../serialize/documents.ts'
import { directoryOf, OVERLAYS } from '../serialize/layout.ts'
import { withoutOverlay } from '../serialize/locate.ts'

/** What earlier runs found about the form of the same bytes. */
export interface KnownForms {
  /** Whether the documents of a directory, with the texts beside them, are in canonical form. */
  readonly isRight: (directory: string) => boolean
  /** How many documents the tree has, if all are in canonical form and it could be read for every target. */
  readonly countIfRight: () => number | undefined
  readonly keep: (found: FoundForms) => void
}

export interface FoundForms {
  /** How many documents the tree has, if nothing is wrong with any. */
  readonly count: number | undefined
  /** The documents that were formatted. */
  readonly documents: readonly Document[]
  /** Files that are not in canonical form, or have errors. */
  readonly wrong: readonly string[]
}

export const NOTHING_KNOWN: KnownForms = {
  isRight: () => false,
  countIfRight: () => undefined,
  keep: () => {},
}

export function knownForms({ known, files, config }: Project): KnownForms {
  if (!known) return NOTHING_KNOWN
  const all = lazy(() => findDocuments(files))
  const documentsIn = lazy(() => groupBy(all().found, ({ file }) => directoryOf(file)))
  const kindsIn = oncePerKey((directory: string): string =>
    (documentsIn().get(directory) ?? []).map(({ kind }) => kind).join(' '),
  )
  const isWithin = (file: string): boolean =>
    (all().sides.get(file)?.texts ?? []).every((side) => directoryOf(side.file) === directoryOf(file))
  const patches = [...files.keys()].filter((file) => file.startsWith(`${OVERLAYS}/`))
  // A patch is printed in the way of its document.
  const patched = new Set(patches.map((file) => directoryOf(withoutOverlay(file))))

  /** The kinds of the documents, by the digest of their directory. */
  const forms = known.facts<string>('forms-1')
  const counts = known.facts<number>('counts-1', config ? 'of targets' : 'as written')
  return {
    isRight: (directory) => !patched.has(directory) && forms.get(known.digestOf(directory)) === kindsIn(directory),
    countIfRight: () => counts.get(known.digest()),
    keep({ count, documents, wrong }) {
      if (count !== undefined) counts.keep(known.digest(), count)
      const wrongIn = new Set(wrong.map(directoryOf))
      const formatted = groupBy(documents, ({ file }) => directoryOf(file))
      for (const [directory, own] of formatted) {
        const isAll = own.length === documentsIn().get(directory)?.length && own.every(({ file }) => isWithin(file))
        if (!isAll || wrongIn.has(directory) || patched.has(directory)) continue
        forms.keep(known.digestOf(directory), kindsIn(directory))
      }
    },
  }
}
