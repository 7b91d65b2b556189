import { oncePer } from '@boardwright/common'
import type { ReportFile } from '../content/files.ts'
import type { ObjectPlace, Report } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { type Document, type DocumentSummary, summaryOf, type TreeDocument, wholeDocument } from './documents.ts'
import { identityOf, toDefinition } from './objects.ts'
import type { Addresses } from './references.ts'

/** A document as one target sees it: overlay merged, variables filled in. */
export interface Rendered {
  readonly value: unknown
  readonly sides: Readonly<Record<string, string>>
  /** Where each part of it is written. */
  readonly origin: Pick<Document, 'placeOf' | 'sides'>
  readonly problems: readonly Problem[]
}
export type Render = (document: Document) => Rendered

export const asWritten: Render = ({ value, sides, placeOf }) => ({
  value,
  origin: { placeOf, sides },
  sides: Object.fromEntries(Object.entries(sides).map(([key, { text }]) => [key, text])),
  problems: [],
})

export interface Source {
  readonly document: TreeDocument
  /** Reads the file if only its summary is known. */
  readonly rendered: () => Rendered
  readonly summary?: DocumentSummary | undefined
}

/** The document, read in full if a name in it now means another report. */
export function asMeantBefore(document: TreeDocument, addresses: Addresses): TreeDocument {
  const isSame = summaryOf(document)?.names.every(([name, report]) => addresses.resolve(name, document.file) === report)
  return (isSame ?? true) ? document : wholeDocument(document)
}

export const valueIn = ({ rendered }: Source): unknown => withoutNulls(rendered().value)

const definitionIn = oncePer(({ value, sides }: Rendered) => toDefinition(withoutNulls(value) as ReportFile, sides))

export const reportIn = (source: Source, place: ObjectPlace): Report => ({
  ...identityOf(valueIn(source) as ReportFile, place),
  definition: definitionIn(source.rendered()),
})

/** At the top of a file, `null` is the same as leaving the key out. Deeper it is a value. */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (!Object.values(value).includes(null)) return value
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
}
