import { printYaml } from '@boardwright/common/yaml'
import { type Content, ofKind } from '../content/entity.ts'
import { CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import { treeRules } from './kinds.ts'
import { fileOf, sideFile, sideText } from './layout.ts'
import { placeObjects } from './paths.ts'
import { createAddresses } from './references.ts'
import { type FileValue, isFlow } from './values.ts'

export function printDocument(file: string, document: FileValue): Map<string, string> {
  return new Map([[file, printYaml(document.value, { isFlow })], ...printSides(file, document)])
}

export const printSides = (file: string, { kind, sides }: FileValue): [string, string][] =>
  Object.entries(sides).map(([key, text]) => [sideFile(kind, file, key), sideText(kind, text)])

export interface PrintedDocument {
  readonly key: Key
  readonly file: string
  readonly document: FileValue
}

export function documentsOf(content: Content, places: ReadonlyMap<Key, string>): PrintedDocument[] {
  const at = (key: Key): string => places.get(key) ?? ''
  const addresses = createAddresses(ofKind(content, 'report').map(({ key, own: { id } }) => ({ id, file: at(key) })))
  const documentsIn = <K extends ContentKind>(kind: K): PrintedDocument[] =>
    ofKind(content, kind).flatMap(({ key, whole }) => {
      const documents = treeRules(kind).documents(whole(), (reference, part) =>
        addresses.nameOf(reference, fileOf(part, at(key))),
      )
      return documents.map((document) => ({ key, file: fileOf(document.kind, at(key)), document }))
    })
  return CONTENT_KINDS.flatMap((kind) => documentsIn(kind))
}

/** A whole tree, printed afresh. Same content, same bytes. */
export function printTree(content: Content): Map<string, string> {
  const documents = documentsOf(content, placeObjects(content, new Map()))
  return new Map(documents.flatMap(({ file, document }) => [...printDocument(file, document)]))
}
