import { objectOf } from '@boardwright/common'
import { DOCUMENTS, type DocumentKind } from '../content/files.ts'
import type { FileValueRead, Problem } from '../content/problem.ts'
import { isOverlayMap, mergeOverlay } from './overlays.ts'

/** A document as written, with its side files. */
export interface WrittenDocument extends FileValueRead {
  readonly kind: DocumentKind
  readonly text?: string
  readonly sides: Readonly<Record<string, SideText>>
}

export type OverlayDocument = Omit<WrittenDocument, 'kind'>

interface SideText {
  readonly file: string
  readonly text: string
}

export interface MergedDocument {
  readonly value: unknown
  readonly sides: Readonly<Record<string, SideText>>
  readonly problems: readonly Problem[]
}

/**
 * Merges an overlay into a document. The overlay can replace or remove a text that the document has inline or in a side
 * file. App files exist only as files.
 */
export function mergeDocument(document: WrittenDocument, overlay: OverlayDocument): MergedDocument {
  const sets = (key: string): boolean => isOverlayMap(overlay.value) && Object.hasOwn(overlay.value, key)
  const hasTexts = DOCUMENTS[document.kind].beside === 'texts'
  const overridden = (side: string): string | undefined => (hasTexts ? inlineKeys(side).find(sets) : undefined)

  const sides = Object.entries(document.sides)
  const put = sides.flatMap(([side, { text }]) => {
    const key = overridden(side)
    return key === undefined ? [] : [[key, text] as const]
  })
  const base = isOverlayMap(document.value) ? objectOf([...Object.entries(document.value), ...put]) : document.value
  const { value, problems } = mergeOverlay(base, overlay.value)

  const replaced = hasTexts ? Object.keys(overlay.sides).flatMap(inlineKeys) : []
  const gone = replaced.filter((key) => !sets(key))
  return {
    value:
      isOverlayMap(value) && gone.length > 0
        ? objectOf(Object.entries(value).filter(([key]) => !gone.includes(key)))
        : value,
    sides: { ...Object.fromEntries(sides.filter(([side]) => overridden(side) === undefined)), ...overlay.sides },
    problems: [
      ...identityProblems(document, overlay),
      ...problems.map(({ kind, message, path }): Problem => {
        return { kind, ...overlay.placeOf(path, 'key'), message }
      }),
    ],
  }
}

/** The keys of a report's long text if it is not in a side file. */
const inlineKeys = (side: string): readonly string[] => (side === 'queryText' ? ['query', 'queryText'] : [side])

/** An overlay must not change the keys that identify an object, because these are the same in every target. */
function identityProblems({ kind }: WrittenDocument, { value, placeOf }: OverlayDocument): Problem[] {
  if (!isOverlayMap(value)) return []
  return DOCUMENTS[kind].identity
    .filter((key) => Object.hasOwn(value, key))
    .map((key): Problem => {
      return {
        kind: 'OVERLAY_INVALID',
        ...placeOf([key], 'key'),
        message: `"${key}" identifies the ${kind}: an overlay cannot change it`,
      }
    })
}
