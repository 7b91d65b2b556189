import { join, relative, resolve, sep } from 'node:path'
import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import { isBelowAny } from '../config/scope.ts'
import { isContentKind } from '../content/kinds.ts'
import { TENANT_NAME } from '../content/tenant-group.ts'
import {
  ACCOUNT,
  belowContent,
  CONTENT,
  createRoles,
  directoryOf,
  fitsInWorkbook,
  isBelowRoots,
  isOfTenant,
  placeOfFile,
  tenantIn,
  withoutEnding,
  workbookDirectories,
} from '../serialize/layout.ts'
import { isFolder, isWorkbook, type Located, locate } from '../serialize/locate.ts'
import { factsOf } from '../workspace/disk.ts'
import type { Project } from './local/project.ts'

/**
 * Paths that a word may mean, the likeliest first: relative to the current directory, the project root, or `content/`.
 * A path with a leading `/` is never relative to the current directory.
 */
export function pathsMeant({ root }: Pick<Project, 'root'>, from: string, path: string): string[] {
  const isFromRoot = path.startsWith('/')
  const candidates = [
    resolve(from, path),
    ...(isFromRoot
      ? [join(root, path), join(root, CONTENT, path)]
      : [resolve(root, path), resolve(root, CONTENT, path)]),
  ]
    .map((each) => relative(root, each).split(sep).join('/'))
    .filter((each) => each !== '' && !each.startsWith('../') && each !== '..')
  return [...new Set(candidates)]
}

/** The first of these paths that has something at or below it. It may be a glob. */
const placeMeant = ({ files, root }: Project, from: string, path: string): string | undefined =>
  pathsMeant({ root }, from, path).find(
    (each) => locate(files, each).kind !== 'nothing' || [...files.keys()].some((file) => isAtOrBelow(each, file)),
  )

const isAtOrBelow = (path: string, file: string): boolean =>
  isBelowAny([path], file) || isBelowAny([path], withoutEnding(file))

/** Paths of the named files and directories, from the project root. Throws if one does not exist. */
export const placesMeant = (project: Project, from: string, paths: readonly string[]): string[] =>
  paths.map((path) => {
    const isRoot = resolve(from, path) === project.root || path === '/'
    if (isRoot) return ''
    const place = placeMeant(project, from, path)
    if (place !== undefined) return fileMeant(project, place)
    const other = pathsMeant(project, from, path).find((each) => factsOf(join(project.root, each)))
    if (other !== undefined) return other
    if (pathsMeant(project, from, path).length === 0)
      throw new BoardwrightError('OBJECT_UNKNOWN', `${path} is outside the project`, {
        hint: `Name something below ${project.root}.`,
      })
    throw nothingAt(project, path, 'there is nothing')
  })

/** An object may be named without the ending of its file. */
function fileMeant({ files }: Project, place: string): string {
  const found = locate(files, place)
  const isThere = [...files.keys()].some((file) => isBelowAny([place], file))
  return isThere || found.kind === 'nothing' || found.kind === 'part' ? place : found.at
}

/**
 * Turns a word into a selection that means the same from any directory: a path below `content/`, or the unchanged word
 * if the tree has no such path.
 */
export function selectionMeant(project: Project, from: string, word: string): string {
  if (word === '') return word
  const place = placeMeant(project, from, word) ?? placeToBe(project, from, word)
  if (place === undefined) return word.replace(/^\/(?=.)/, '')
  const found = locate(project.files, place)
  const at = found.kind === 'nothing' ? place : found.kind === 'part' ? found.of : found.at
  const path = isBelowRoots(at) ? withoutEnding(belowContent(at)) : at
  return path.includes('/') || path === word.replace(/(?<!\/)\/+$/, '') ? path : `${CONTENT}/${path}`
}

/** A path of an object that is only live. It is found if the tree has its directory. */
const placeToBe = (project: Project, from: string, word: string): string | undefined =>
  word.includes('/')
    ? pathsMeant(project, from, word).find((each) => locate(project.files, directoryOf(each)).kind !== 'nothing')
    : undefined

export function findObject(project: Project, from: string, path: string): Located {
  for (const candidate of pathsMeant(project, from, path)) {
    const found = locate(project.files, candidate)
    if (found.kind === 'nothing') continue
    if (found.kind !== 'part') return found
    throw new BoardwrightError('OBJECT_UNKNOWN', `${path} is part of the workbook ${found.of}, not a separate object`, {
      hint: `Name the workbook: ${found.of}`,
    })
  }
  throw nothingAt(project, path, 'there is no folder, workbook or report')
}

function nothingAt(project: Project, path: string, what: string): BoardwrightError {
  return new BoardwrightError('OBJECT_UNKNOWN', `${what} at ${path}`, {
    hint: askIfMeant(nearest(path, namesOf(project))),
  })
}

/** The path for something new: preferably a place that can hold it, else one whose directory can. */
export function findDestination(project: Project, from: string, path: string): string {
  const candidates = pathsMeant(project, from, path)
  const holds = (each: string): boolean => isFolder(project.files, each) || isWorkbook(project.files, each)
  const found =
    candidates.find(holds) ??
    candidates.find((each) => holds(directoryOf(each)) || holds(directoryOf(directoryOf(each)))) ??
    candidates[0]
  if (found !== undefined) return found
  throw new BoardwrightError('OBJECT_UNKNOWN', `${path} is outside ${CONTENT}/`)
}

export const canHold = ({ files }: Project, place: string, kind: Located['kind']): boolean =>
  isOfTenant(kind)
    ? TENANT_NAME.test(tenantIn(place))
    : isFolder(files, place) || (fitsInWorkbook(kind) && isWorkbook(files, place))

/**
 * The folder or workbook for something new: the named one, else the one around the current directory, else the root.
 */
export function findHolder(project: Project, from: string, path: string | undefined, kind: Located['kind']): string {
  const { files } = project
  const fits = (each: string): boolean => canHold(project, each, kind)
  if (path !== undefined) {
    const candidates = pathsMeant(project, from, path)
    const found = candidates.find(fits)
    if (found !== undefined) return found
    const workbook = candidates.find((each) => isWorkbook(files, each))
    if (workbook !== undefined)
      throw new BoardwrightError('PLACE_REFUSED', `a ${kind} cannot sit in the workbook ${workbook}`)
    if (isOfTenant(kind)) throw inNoTenant(kind)
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no folder ${path}`, {
      hint: askIfMeant(nearest(path, namesOf(project))),
    })
  }
  for (let at = pathsMeant(project, from, '.')[0] ?? ''; at !== ''; at = directoryOf(at)) if (fits(at)) return at
  if (!isOfTenant(kind)) return CONTENT
  const [only, another] = tenantPlaces(project)
  if (only === undefined || another !== undefined) throw inNoTenant(kind)
  return only
}

const inNoTenant = (kind: Located['kind']): BoardwrightError =>
  new BoardwrightError('PLACE_REFUSED', `a ${kind} belongs to an embed tenant`, {
    hint: `Name its directory: --in ${ACCOUNT}/tenants/<tenant>`,
  })

/** The directories of tenants that have something in the tree. */
export const tenantPlaces = ({ files }: Pick<Project, 'files'>): string[] =>
  [...new Set([...files.keys()].flatMap((file) => tenantIn(file) || []))]
    .toSorted()
    .map((tenant) => `${ACCOUNT}/tenants/${tenant}`)

/** Paths as people write them: in full, or from `content/`. */
const namesOf = (project: Project): string[] => pathsOfContent(project).flatMap((path) => [`${CONTENT}/${path}`, path])

/** Where each folder, workbook and report is, below `content/`. */
export function pathsOfContent({ files }: Project): string[] {
  const inContent = [...files.keys()].filter((file) => file.startsWith(`${CONTENT}/`))
  const roleOf = createRoles(workbookDirectories(inContent))
  return inContent.flatMap((file) => {
    const role = roleOf(file)
    if (role.role !== 'document' || !isContentKind(role.kind)) return []
    return [placeOfFile(role.kind, file).slice(CONTENT.length + 1)]
  })
}
