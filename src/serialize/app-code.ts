import { isMap, type Place } from '@boardwright/common'
import { DOCUMENTS, holdsApp } from '../content/files.ts'
import { publicIdsIn } from '../content/identity.ts'
import type { Placed } from './locate.ts'

interface Asked {
  readonly id: string
  readonly at: Required<Place>
}

/** The reports that an app's code asks for by their public ids, in its dashboard.yaml and in the files beside it. */
export function askedForIn({ document, prefix }: Placed, isId: (word: string) => boolean): Asked[] {
  const { kind, file, text, value, sides } = document
  if (!holdsApp(kind)) return []
  // An overlay does not repeat that its dashboard is an app.
  const own = isMap(value) && value['kind'] === 'APP' ? [{ file, text }] : []
  return [...own, ...Object.values(sides)].flatMap((code) =>
    publicIdsIn(code.text).flatMap(({ 0: id, index }): Asked[] => {
      if (!isId(id)) return []
      const before = code.text.slice(0, index)
      const place = { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
      return [{ id, at: { file: `${prefix}${code.file}`, ...place } }]
    }),
  )
}

/** Report files by public id, in every target. */
export function filesById(placed: readonly Placed[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const { kind, file, value } of placed.map(({ document }) => document)) {
    if (!DOCUMENTS[kind].identity.includes('ids') || !isMap(value)) continue
    const others = isMap(value['ids']) ? Object.values(value['ids']) : []
    for (const id of [value['id'], ...others]) if (typeof id === 'string') files.set(id, file)
  }
  return files
}
