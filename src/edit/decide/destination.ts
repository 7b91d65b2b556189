import { BoardwrightError } from '@boardwright/common'
import type { TreeFiles } from '../../serialize/documents.ts'
import {
  baseOf,
  CONTENT,
  directoryOf,
  documentName,
  fitsInWorkbook,
  hasOwnFile,
  inWorkbook,
  stemOf,
} from '../../serialize/layout.ts'
import {
  fileAt,
  filesOf,
  holderOf,
  isFolder,
  isWorkbook,
  type Located,
  nameOf,
  placeIn,
  withoutOverlay,
} from '../../serialize/locate.ts'
import { isSafeName } from '../../serialize/names.ts'

/**
 * The destination of a move or copy. An existing folder or workbook takes the object in under its own name; otherwise
 * the last part of the path is its new name.
 */
export function destinationFor(files: TreeFiles, object: Located, to: string, isCopy: boolean): string {
  const { holder, name } = wantedPlace(files, object, to)
  if (isWorkbook(files, to) && to === object.at) throw new BoardwrightError('PATH_TAKEN', `${to} already exists`)
  if (!fitsInWorkbook(object.kind) && isWorkbook(files, holder))
    throw new BoardwrightError('PLACE_REFUSED', `a ${object.kind} cannot sit in the workbook ${holder}`)
  if (!hasOwnFile(object.kind) && `${holder}/`.startsWith(`${object.at}/`))
    throw new BoardwrightError('PLACE_REFUSED', `${object.at} cannot go into itself`)

  const place = placeIn(files, object.kind, holder, name ?? nameOf(object))
  if (!isCopy && place === object.at) throw new BoardwrightError('PATH_TAKEN', `${place} already exists`)
  const own = new Set(isCopy ? [] : filesOf(files, object))
  if (name === undefined && isCopy && taker(files, object, place, own) !== undefined)
    return besideTaken(files, object, holder)
  requireFree(files, object, place, own)
  return place
}

function wantedPlace(files: TreeFiles, { kind }: Located, to: string): { holder: string; name?: string } {
  if (isFolder(files, to) || isWorkbook(files, to)) return { holder: to }
  const parent = directoryOf(to)
  /** Whether this is the subdirectory of a workbook for such files. */
  const isInside = (path: string): boolean =>
    fitsInWorkbook(kind) &&
    isWorkbook(files, directoryOf(path)) &&
    path === inWorkbook(kind, directoryOf(path)).directory
  if (isInside(to)) return { holder: parent }
  const holder = isInside(parent) ? directoryOf(parent) : parent
  if (!isFolder(files, holder) && !isWorkbook(files, holder))
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no folder ${holder === '' ? to : holder}`, {
      hint: `Name a path below ${CONTENT}/ in a folder that exists, or create the folder first.`,
    })
  return { holder, name: hasOwnFile(kind) ? stemOf(documentName(baseOf(to))) : baseOf(to) }
}

function besideTaken(files: TreeFiles, object: Located, holder: string): string {
  for (let n = 1; ; n += 1) {
    const place = placeIn(files, object.kind, holder, `${nameOf(object)}-copy${n === 1 ? '' : `-${n}`}`)
    if (taker(files, object, place, new Set()) === undefined) return place
  }
}

/** Throws unless the name is valid on every file system, and free. */
export function requireFree(files: TreeFiles, object: Located, place: string, own: ReadonlySet<string>): void {
  const name = nameOf({ kind: object.kind, at: place })
  if (!isSafeName(name))
    throw new BoardwrightError(
      'NAME_UNSAFE',
      `"${name}" is not a usable name for a ${object.kind}: not every file system accepts it`,
      {
        hint: 'Use words of letters and digits, joined by "-".',
      },
    )
  const other = taker(files, object, place, own)
  if (other === undefined) return
  throw new BoardwrightError(
    'PATH_TAKEN',
    other === place ? `${place} exists already` : `${place} is taken: there is ${other}`,
  )
}

/** The file that already takes the place, in the tree or an overlay, ignoring case. */
function taker(files: TreeFiles, object: Located, place: string, own: ReadonlySet<string>): string | undefined {
  const moved = hasOwnFile(object.kind) ? filesOf(files, object).map((file) => fileAt(file, object, place)) : []
  const wanted = new Set([place, ...moved.map(withoutOverlay)].map((path) => path.toLowerCase()))
  return [...files.keys()].find((file) => {
    const path = withoutOverlay(file).toLowerCase()
    return (
      !own.has(file) && (wanted.has(path) || (!hasOwnFile(object.kind) && path.startsWith(`${place.toLowerCase()}/`)))
    )
  })
}

export const isBeside = (files: TreeFiles, object: Located, place: string): boolean =>
  holderOf(files, object) === holderOf(files, { kind: object.kind, at: place })
