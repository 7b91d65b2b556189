import { isDeepStrictEqual } from 'node:util'
import type { Content, Entity } from '../content/entity.ts'
import { isKind, type Key } from '../content/kinds.ts'
import type { Problem } from '../content/problem.ts'
import type { Project } from '../project/local/project.ts'
import { readTreeAsWritten, readTreeFor } from '../project/local/render.ts'
import { type TreeFiles, withChanges } from '../serialize/documents.ts'
import { addressesOfFiles, type Formattable, formatDocument, mintWidgetIds } from '../serialize/format.ts'
import { createRoles, workbookDirectories } from '../serialize/layout.ts'
import { drawnAs, OVERLAY, overlayOf, readAllDocuments } from '../serialize/locate.ts'
import type { ParsedTree } from '../serialize/parse.ts'
import { writeTree } from '../workspace/write.ts'

export interface Formatted {
  /** Files that are not in canonical form, with their canonical text. */
  readonly changes: ReadonlyMap<string, string>
  /** Problems in files. Those files are left alone. */
  readonly problems: readonly Problem[]
  readonly count: number
}

/** The canonical form of every document at or below these paths. Changes only the form, not the meaning. */
export function formatProject(project: Project, paths: readonly string[]): Formatted {
  const minted = mintWidgetIds(project.files)
  const files = withChanges(project.files, minted)
  const named = { ...project, files }
  const before = readTrees(named)
  const owners = ownersIn(files)
  const wrong = before.flatMap(({ problems }) => problems).filter(({ warning }) => !warning)
  const blocked = new Set(wrong.map(({ at }) => owners(at.file)))
  const isWanted = wantedBy(paths)

  const documents = formattables(named).filter(({ document, prefix }) => {
    const own = [`${prefix}${document.file}`, ...Object.values(document.sides).map(({ file }) => `${prefix}${file}`)]
    return own.some(isWanted)
  })
  const addresses = addressesOfFiles(files.keys())
  const changes = new Map<string, string>()
  for (const each of documents) {
    if (blocked.has(`${each.prefix}${each.document.file}`)) continue
    for (const [file, text] of formatDocument(each, addresses)) {
      if (!sameText(project.files.get(file), text)) changes.set(file, text)
    }
  }
  const after = changes.size === 0 ? before : readTrees({ ...named, files: withChanges(files, changes) })
  const held = heldBack(before, after, changes, owners)
  const unsound = project.problems.filter(({ warning }) => !warning)
  const problems = [...unsound, ...problemsOf(project, wrong, minted, blocked), ...held.problems]
  return {
    changes: new Map([...changes].filter(([file]) => !held.files.has(owners(file)))),
    problems: distinct(problems.filter(({ at }) => isWanted(at.file))),
    count: documents.length,
  }
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

interface Read {
  readonly tree: ParsedTree
  readonly problems: readonly Problem[]
  readonly target: string | undefined
}

/** The tree rendered for each target, or as written if there is no target. */
function readTrees(project: Project): Read[] {
  const { config } = project
  if (config === undefined || config.targets.length === 0) {
    const tree = readTreeAsWritten(project)
    return [{ tree, problems: tree.problems, target: undefined }]
  }
  return config.targets.map((target) => {
    const { tree, problems } = readTreeFor(project, config, target)
    return { tree, problems, target: target.name }
  })
}

/** A patch usually does not say how its report is drawn, so look that up in the report. */
function formattables({ files }: Project): Formattable[] {
  const { placed } = readAllDocuments(files)
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

/**
 * Files to leave alone because formatting them would change what an object means in some target: an overlay can depend
 * on how the base file is written.
 */
function heldBack(
  before: readonly Read[],
  after: readonly Read[],
  changes: ReadonlyMap<string, string>,
  owners: (file: string) => string,
): { files: ReadonlySet<string>; problems: Problem[] } {
  const files = new Set<string>()
  const problems: Problem[] = []
  for (const [index, { tree, target }] of before.entries()) {
    const other = after[index]
    if (other === undefined) continue
    for (const key of differences(tree.content, other.tree.content)) {
      const bases = [tree.sources.get(key), tree.dashboards.get(key)].flatMap((source) => source?.document.file ?? [])
      const changed = [...new Set([...changes.keys()].map(owners))].filter((file) =>
        bases.includes(file.replace(OVERLAY, '')),
      )
      for (const file of changed) {
        files.add(file)
        const message = `would say something else${target === undefined ? '' : ` in ${target}`} if it were formatted`
        problems.push({ kind: 'FORMAT_HELD', at: { file }, message, warning: true })
      }
    }
  }
  return { files, problems }
}

function differences(before: Content, after: Content): Key[] {
  const isSame = (each: Entity): boolean => {
    const other = after.get(each.key)
    return each === other || isDeepStrictEqual(each.whole(), other?.whole())
  }
  return [...before.values()].filter((each) => !isKind(each.key, 'model') && !isSame(each)).map(({ key }) => key)
}

const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(
    problems.map((problem) => [
      [problem.at.file, problem.at.line, problem.at.column, problem.message].join('\n'),
      problem,
    ]),
  ).values(),
]
