import { lazy } from '@boardwright/common'
import type { Problem } from '../content/problem.ts'
import type { Project } from '../project/local/project.ts'
import { findDocuments, type TreeFiles, withChanges } from '../serialize/documents.ts'
import { addressesOfFiles, type Formattable, formatDocument, mintWidgetIds, shortestIn } from '../serialize/format.ts'
import { createRoles, directoryOf, workbookDirectories } from '../serialize/layout.ts'
import { drawnAs, overlayOf, readAllDocuments } from '../serialize/locate.ts'
import { writeTree } from '../workspace/write.ts'
import { heldBack, NOTHING_HELD, readTrees } from './held-back.ts'
import { type KnownForms, NOTHING_KNOWN } from './known-forms.ts'

export interface Formatted {
  /** Files that are not in canonical form, with their canonical text. */
  readonly changes: ReadonlyMap<string, string>
  /** Problems in files. Those files are left alone. */
  readonly problems: readonly Problem[]
  readonly count: number
}

/** The canonical form of every document at or below these paths. Changes only the form, not the meaning. */
export function formatProject(
  project: Project,
  paths: readonly string[],
  forms: KnownForms = NOTHING_KNOWN,
): Formatted {
  const unsound = project.problems.filter(({ warning }) => !warning)
  const isWanted = wantedBy(paths)
  const countIfRight = forms.countIfRight()
  if (countIfRight !== undefined && paths.length === 0)
    return { changes: new Map(), problems: distinct(unsound), count: countIfRight }
  const isRight = (file: string): boolean => forms.isRight(directoryOf(file))
  const minted = mintWidgetIds(project.files, isRight)
  const named = minted.size === 0 ? project : { ...project, files: withChanges(project.files, minted) }
  const { files } = named
  const before = lazy(() => readTrees(named))
  const owners = ownersIn(files)
  const errors = countIfRight === undefined ? before().flatMap(({ problems }) => problems) : []
  const wrong = errors.filter(({ warning }) => !warning)
  const blocked = new Set(wrong.map(({ at }) => owners(at.file)))

  const documents = formattables(named, isRight).filter(({ document, prefix }) =>
    [document, ...Object.values(document.sides)].some(({ file }) => isWanted(`${prefix}${file}`)),
  )
  const addresses = addressesOfFiles(files.keys())
  const unresolved: string[] = []
  const shorten = (name: string, file: string): string => {
    if (addresses.resolve(name, file) === undefined) unresolved.push(file)
    return shortestIn(addresses)(name, file)
  }
  const changes = new Map<string, string>()
  for (const each of documents) {
    if (blocked.has(`${each.prefix}${each.document.file}`)) continue
    for (const [file, text] of formatDocument(each, shorten)) {
      if (!sameText(project.files.get(file), text)) changes.set(file, text)
    }
  }
  const held =
    changes.size === 0
      ? NOTHING_HELD
      : heldBack(before(), readTrees({ ...named, files: withChanges(files, changes) }), changes, owners)
  const count = documents.length + filesOfDocuments(files, isRight).filter((own) => own.some(isWanted)).length
  const unlike = [...blocked, ...minted.keys(), ...changes.keys(), ...unresolved]
  forms.keep({
    count: paths.length === 0 && unlike.length === 0 ? count : undefined,
    documents: documents.flatMap(({ document, prefix }) => (prefix === '' ? [document] : [])),
    wrong: unlike,
  })
  const problems = [...unsound, ...problemsOf(project, wrong, minted, blocked), ...held.problems]
  return {
    changes: new Map([...changes].filter(([file]) => !held.files.has(owners(file)))),
    problems: distinct(problems.filter(({ at }) => isWanted(at.file))),
    count,
  }
}

/** The files of each of these documents. */
function filesOfDocuments(files: TreeFiles, isWanted: (file: string) => boolean): string[][] {
  const { found, sides } = findDocuments(files)
  return found
    .filter(({ file }) => isWanted(file))
    .map(({ file }) => [file, ...(sides.get(file)?.texts ?? []).map((side) => side.file)])
}

/** Writes the canonical forms. Uncommitted changes are allowed, because people run this before they commit. */
export const writeFormatted = ({ root }: Project, { changes }: Formatted): Promise<void> => writeTree(root, changes)

export const wantedBy =
  (paths: readonly string[]) =>
  (file: string): boolean =>
    paths.length === 0 || paths.some((path) => isAtOrBelow(file, path))

const isAtOrBelow = (file: string, path: string): boolean => path === '' || file === path || file.startsWith(`${path}/`)

const sameText = (bytes: Uint8Array | undefined, text: string): boolean =>
  bytes !== undefined && Buffer.compare(bytes, Buffer.from(text)) === 0

/** A patch usually does not say how its report is drawn, so look that up in the report. */
function formattables({ files }: Project, isKnown: (file: string) => boolean): Formattable[] {
  const { placed } = readAllDocuments(files, { skips: ({ file }) => isKnown(file) })
  const kinds = new Map(
    placed.filter(({ prefix }) => prefix === '').map(({ document }) => [document.file, drawnAs(document)]),
  )
  return placed.map((each) => ({
    ...each,
    isHtml: (drawnAs(each.document) ?? kinds.get(each.document.file)) === 'html',
  }))
}

/** Returns the document that a file belongs to, within its overlay. */
function ownersIn(files: TreeFiles): (file: string) => string {
  const roleOf = createRoles(workbookDirectories(files.keys()))
  return (file) => {
    const prefix = overlayOf(file)
    const role = roleOf(file.slice(prefix.length))
    return role.role === 'side' ? `${prefix}${role.of}` : file
  }
}

/** Reports problems against the files as they are, without the minted ids, which were never written. */
function problemsOf(
  project: Project,
  wrong: readonly Problem[],
  minted: ReadonlyMap<string, string>,
  blocked: ReadonlySet<string>,
): Problem[] {
  if (![...minted.keys()].some((file) => blocked.has(file))) return [...wrong]
  const asItIs = readTrees(project).flatMap(({ problems }) => problems)
  const isLeft = ({ at }: Problem): boolean => minted.has(at.file) && blocked.has(at.file)
  return [...wrong.filter((problem) => !isLeft(problem)), ...asItIs.filter(isLeft).filter(({ warning }) => !warning)]
}

const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [
      [problem.at.file, problem.at.line, problem.at.column, problem.message].join('\n'),
      problem,
    ]),
  ).values(),
]
