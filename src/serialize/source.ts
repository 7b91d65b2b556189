import type { ReportFile } from '../content/files.ts'
import type { Place, Report } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import type { Abstract } from './abstract.ts'
import type { Document } from './documents.ts'
import { toReport } from './objects.ts'
import type { Addresses } from './references.ts'

/** A document as one target sees it: overlay merged, variables filled in. */
export interface Rendered {
  readonly value: unknown
  readonly sides: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
}
export type Render = (document: Document) => Rendered

export const asWritten: Render = ({ value, sides }) => ({
  value,
  sides: Object.fromEntries(Object.entries(sides).map(([key, { text }]) => [key, text])),
  problems: [],
})

/** Where an object of the tree is written. */
export interface Source {
  readonly document: Document
  readonly rendered: Rendered
  /** Where it was not read. */
  readonly abstract?: Abstract
}

/** An object whose file is read when somebody asks for what it says. */
export class UnreadSource implements Source {
  readonly document: Document
  readonly abstract: Abstract
  readonly #render: Render
  #rendered: Rendered | undefined

  constructor(document: Document, abstract: Abstract, render: Render) {
    this.document = document
    this.abstract = abstract
    this.#render = render
  }

  get rendered(): Rendered {
    this.#rendered ??= this.#render(this.document)
    return this.#rendered
  }
}

/** A name in it may mean another report by now: then it is read anew. */
export function asMeantBefore(document: Document, addresses: Addresses): Document {
  const isSame = document.abstract?.names.every(([name, report]) => addresses.resolve(name, document.file) === report)
  if (isSame ?? true) return document
  const { kind, file, text, value, sides, placeOf } = document
  return { kind, file, text, value, sides, placeOf }
}

/** The value that was right by its schema. */
export const valueIn = ({ rendered }: Source): unknown => withoutNulls(rendered.value)

export const readReport = (source: Source, place: Place): Report =>
  toReport(valueIn(source) as ReportFile, source.rendered.sides, place)

/** `null` at the top of a file says the same as leaving the key out. Deeper it is a value like any other. */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (!Object.values(value).includes(null)) return value
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
}
