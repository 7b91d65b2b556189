import { objectOf } from '@boardwright/common'
import { DOCUMENTS, hasWidgets } from '../content/files.ts'
import { mapFileReferences, withWidgets } from './canonical.ts'
import type { Document } from './documents.ts'
import { ownValue } from './patch.ts'
import type { Addresses } from './references.ts'
import type { Source } from './source.ts'
import type { FileValue } from './values.ts'

/** The same content can be written in several ways. An edit in place keeps the file's way. */

/** Keeps the name that the file has for a report while it still means that report. */
export function asNamedIn({ rendered }: Source, target: FileValue, addresses: Addresses, file: string): FileValue {
  if (!hasWidgets(target.kind)) return target
  const written = new Set<string>()
  withWidgets(rendered().value as FileValue['value'], (widget) =>
    mapFileReferences(widget, (name) => {
      written.add(name)
      return name
    }),
  )
  const sameAs = (name: string) => (other: string) => addresses.resolve(other, file) === addresses.resolve(name, file)
  const rename = (name: string): string => [...written].find(sameAs(name)) ?? name
  return { ...target, value: withWidgets(target.value, (widget) => mapFileReferences(widget, rename)) }
}

/** A text inside the file stays inside. A side file stays one while its text is unchanged. */
export function asWrittenIn(document: Document, target: FileValue, before: FileValue): FileValue {
  if (DOCUMENTS[target.kind].beside !== 'texts') return target
  const inside = Object.keys(target.sides).filter(
    (key) => !(key in document.sides) && ownValue(document.value, key) != null,
  )
  const beside = Object.keys(document.sides).filter(
    (key) => typeof target.value[key] === 'string' && target.value[key] === before.value[key],
  )
  if (inside.length + beside.length === 0) return target
  const moved = (from: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, from[key]]))
  const stays =
    (keys: readonly string[]) =>
    ([key]: [string, unknown]) =>
      !keys.includes(key)
  return {
    ...target,
    value: objectOf([
      ...Object.entries(target.value).filter(stays(beside)),
      ...Object.entries(moved(target.sides, inside)),
    ]),
    sides: {
      ...Object.fromEntries(Object.entries(target.sides).filter(stays(inside))),
      ...(moved(target.value, beside) as Record<string, string>),
    },
  }
}
