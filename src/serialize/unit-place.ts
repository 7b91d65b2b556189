import { isMap, type Place } from '@boardwright/common'
import type { Key } from '../content/model.ts'
import { isOfDraft, widgetIn } from '../content/units.ts'
import { type Document, wholeDocument } from './documents.ts'
import type { ParsedTree } from './parse.ts'

/** Where a unit of an object is in the tree; if it is not there, the file that it would be in. */
export function placeOfUnit({ sources, dashboards }: ParsedTree, key: Key, unit?: string): Place | undefined {
  const documents = [sources.get(key), dashboards.get(key)].flatMap((source) => source?.document ?? [])
  const places = unit === undefined ? [] : documents.flatMap((document) => placeIn(wholeDocument(document), unit) ?? [])
  const mayHave = unit !== undefined && isOfDraft(unit) ? documents.at(-1) : documents[0]
  return places[0] ?? (mayHave && { file: mayHave.file })
}

function placeIn(document: Document, unit: string): Place | undefined {
  const side = document.sides[SIDES[unit] ?? unit.replace(/^app /, '')]
  if (side) return { file: side.file, line: 1 }
  const path = pathOf(document.value, unit)
  if (!path) return undefined
  const { file, line } = document.placeOf(path, 'key').at
  return { file, ...(line === undefined ? {} : { line }) }
}

const SIDES: Readonly<Record<string, string>> = { query: 'queryText' }

function pathOf(value: unknown, unit: string): (string | number)[] | undefined {
  if (!isMap(value)) return undefined
  if (Object.hasOwn(value, unit)) return [unit]
  const { widgets, embedAccess } = value
  const id = widgetIn(unit)
  if (id !== undefined && Array.isArray(widgets)) {
    const index = widgets.findIndex((widget) => isMap(widget) && widget['id'] === id)
    return index === -1 ? undefined : ['widgets', index]
  }
  const audience = unit.slice('embed '.length)
  if (unit.startsWith('embed ') && isMap(embedAccess) && Object.hasOwn(embedAccess, audience))
    return ['embedAccess', audience]
  return undefined
}
