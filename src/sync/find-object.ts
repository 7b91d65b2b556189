import { relative, resolve, sep } from 'node:path'
import { isContentKind } from '../content/kinds.ts'
import { BoardwrightError } from '../errors.ts'
import { nearest } from '../nearest.ts'
import type { Project } from '../project/project.ts'
import {
  CONTENT,
  createRoles,
  directoryOf,
  fitsInWorkbook,
  placeOfFile,
  workbookDirectories,
} from '../serialize/layout.ts'
import { isFolder, isWorkbook, type Located, locate } from '../serialize/locate.ts'

/** Resolves a path from the current directory, from the project root, or from `content/`: the first match counts. */
export function pathsMeant({ root }: Pick<Project, 'root'>, from: string, path: string): string[] {
  const candidates = [resolve(from, path), resolve(root, path), resolve(root, CONTENT, path)]
    .map((each) => relative(root, each).split(sep).join('/'))
    .filter((each) => each !== '' && !each.startsWith('../') && each !== '..')
  return [...new Set(candidates)]
}

export function findObject(project: Project, from: string, path: string): Located {
  for (const candidate of pathsMeant(project, from, path)) {
    const found = locate(project.files, candidate)
    if (found.kind === 'nothing') continue
    if (found.kind !== 'part') return found
    throw new BoardwrightError(
      'OBJECT_UNKNOWN',
      `${path} is a part of the workbook ${found.of}, not an object of its own`,
      {
        hint: `Name the workbook: ${found.of}`,
      },
    )
  }
  const near = nearest(path, namesOf(project))
  throw new BoardwrightError('OBJECT_UNKNOWN', `there is no folder, workbook or report at ${path}`, {
    hint: near === undefined ? undefined : `Did you mean "${near}"?`,
  })
}

/** The path of something new: one that can hold it, else one whose directory exists. */
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

/** The folder or workbook for something new: the named one, else the current directory, else the root. */
export function findHolder(project: Project, from: string, path: string | undefined, kind: Located['kind']): string {
  const { files } = project
  const fits = (each: string): boolean => isFolder(files, each) || (fitsInWorkbook(kind) && isWorkbook(files, each))
  if (path !== undefined) {
    const candidates = pathsMeant(project, from, path)
    const found = candidates.find(fits)
    if (found !== undefined) return found
    const workbook = candidates.find((each) => isWorkbook(files, each))
    if (workbook !== undefined)
      throw new BoardwrightError('PLACE_REFUSED', `a ${kind} cannot sit in the workbook ${workbook}`)
    const near = nearest(path, namesOf(project))
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no folder ${path}`, {
      hint: near === undefined ? undefined : `Did you mean "${near}"?`,
    })
  }
  for (let at = pathsMeant(project, from, '.')[0] ?? ''; at !== ''; at = directoryOf(at)) if (fits(at)) return at
  return CONTENT
}

/** Paths as people write them: in full, and from `content/`. */
function namesOf({ files }: Project): string[] {
  const inContent = [...files.keys()].filter((file) => file.startsWith(`${CONTENT}/`))
  const roleOf = createRoles(workbookDirectories(inContent))
  return inContent.flatMap((file) => {
    const role = roleOf(file)
    if (role.role !== 'document' || !isContentKind(role.kind)) return []
    const path = placeOfFile(role.kind, file)
    return [path, path.slice(CONTENT.length + 1)]
  })
}
