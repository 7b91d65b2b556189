import { randomInt } from 'node:crypto'
import { BoardwrightError } from '@boardwright/common'
import { isBelowAny, matchesAny } from '../config/scope.ts'
import { counted, someOf } from '../content/counted.ts'
import { ALPHABET, isPublicId } from '../content/identity.ts'
import { lineToCommit } from '../project/apply/uncommitted.ts'
import { findDestination, findObject } from '../project/find-object.ts'
import { declaredIgnored } from '../project/local/ignored.ts'
import { ProblemsFound, type Project, requireConfig } from '../project/local/project.ts'
import { readTreeAsWritten } from '../project/local/render.ts'
import { withChanges } from '../serialize/documents.ts'
import { CONTENT, hasOwnFile } from '../serialize/layout.ts'
import { filesOf, isFolder, type Located, overlayOf, readAllDocuments } from '../serialize/locate.ts'
import { requireGitFacts } from '../workspace/git.ts'
import { editTree, writeTree } from '../workspace/write.ts'
import { destinationFor } from './decide/destination.ts'
import { copyObject, identitiesIn, type MoveContext, moveObject, type TreeChange } from './decide/moves.ts'
import { removeObject } from './decide/removal.ts'

export interface FileEdit {
  readonly action: 'created' | 'edited' | 'moved' | 'removed'
  readonly file: string
  readonly from?: string
}

export interface TreeEdit {
  /** The object after the edit, or before its removal. */
  readonly object: Located
  readonly files: readonly FileEdit[]
  /** Rules in boardwright.yaml that now match other files. */
  readonly notes: readonly string[]
}

/** Moves an object, with all its files and every reference to their contents. */
export async function moveInTree(
  project: Project,
  directory: string,
  from: string,
  to: string,
  isDryRun = false,
): Promise<TreeEdit> {
  const context = contextOf(project)
  const object = findObject(project, directory, from)
  const place = destinationFor(project.files, object, findDestination(project, directory, to), false)
  const change = moveObject(context, object, place)
  requireSound(project, change)
  await requireCommittedFiles(project, change)
  if (!isDryRun)
    await editTree(project.root, { moved: pathsOf(project, object, place, change), written: change.written })
  return {
    object: { kind: object.kind, at: place },
    files: editsOf(project, change),
    notes: ruleNotes(project, change),
  }
}

/** Paths that move on disk: whole directories where possible, so that nothing in them stays behind. */
function pathsOf({ files }: Project, object: Located, place: string, { moved }: TreeChange): [string, string][] {
  if (hasOwnFile(object.kind)) return [...moved]
  const overlays = new Set(filesOf(files, object).map(overlayOf))
  return [...overlays].map((prefix) => [`${prefix}${object.at}`, `${prefix}${place}`])
}

/** An independent copy of an object. */
export async function copyInTree(
  project: Project,
  directory: string,
  from: string,
  to: string,
  name: string | undefined,
): Promise<TreeEdit> {
  const object = findObject(project, directory, from)
  const place = destinationFor(project.files, object, findDestination(project, directory, to), true)
  const change = copyObject(contextOf(project), object, place, { name, mintId: idsFor(project) })
  requireSound(project, change)
  await writeTree(project.root, change.written)
  return { object: { kind: object.kind, at: place }, files: editsOf(project, change), notes: [] }
}

/** Removes an object from the tree, unless something still names it. */
export async function removeFromTree(
  project: Project,
  directory: string,
  path: string,
  recursive: boolean,
): Promise<TreeEdit> {
  const object = findObject(project, directory, path)
  const change = removeObject(contextOf(project), object)
  const others = change.removed.filter((file) => file !== `${object.at}/folder.yaml`)
  if (isFolder(project.files, object.at) && !recursive && others.length > 0)
    throw new BoardwrightError(
      'NOT_EMPTY',
      `${object.at} holds ${counted(others.length)} more files, such as ${others[0]}`,
    )
  if (change.uses.length > 0) throw new ProblemsFound(change.uses, project.files)
  await requireCommittedFiles(project, change)
  await writeTree(project.root, new Map(change.removed.map((file) => [file, null])))
  return { object, files: editsOf(project, change), notes: [] }
}

/** All files must be readable before anything moves, because an unreadable one may refer to anything. */
export function contextOf(project: Project): MoveContext {
  const { files, config } = requireConfig(project)
  const unread = readAllDocuments(files).problems.filter(({ kind }) => kind !== 'FILE_UNKNOWN')
  if (unread.length > 0) throw new ProblemsFound(unread, files)
  return { files, namesReports: (file) => matchesAny(config.interpolate, file) }
}

/** Throws if an edit would add errors to the tree. */
export function requireSound(project: Project, change: TreeChange): void {
  const moved = new Map([...project.files].map(([file, bytes]) => [change.moved.get(file) ?? file, bytes]))
  const files = withChanges(moved, change.written)
  const keyOf = (kind: string, file: string): string => `${kind} ${file}`
  const before = readTreeAsWritten(project).problems
  const known = new Set(before.map(({ kind, at }) => keyOf(kind, change.moved.get(at.file) ?? at.file)))
  const after = readTreeAsWritten({ ...project, files }).problems
  const fresh = after.filter(({ kind, at, warning }) => !warning && !known.has(keyOf(kind, at.file)))
  if (fresh.length > 0) throw new ProblemsFound(fresh, files)
}

const SHOWN = 10

/** Refuses to touch uncommitted files, because git could not bring them back. */
export async function requireCommittedFiles(
  { root, files }: Project,
  { moved, written, removed }: Pick<TreeChange, 'moved' | 'written' | 'removed'>,
): Promise<void> {
  const facts = await requireGitFacts(root)
  const open = new Set([...facts.dirty, ...declaredIgnored(files.keys(), facts)])
  const touched = [...moved.keys(), ...written.keys(), ...removed].filter((file) => open.has(file)).sort()
  if (touched.length === 0) return
  throw new BoardwrightError(
    'UNCOMMITTED',
    `there are uncommitted changes in ${someOf(touched, SHOWN)}: nothing was done`,
    { hint: `Commit them first, so that git can bring everything back: ${lineToCommit(touched)}` },
  )
}

export function editsOf({ files }: Project, { moved, written, removed }: TreeChange): FileEdit[] {
  const targets = new Set(moved.values())
  return [
    ...[...moved].map(([from, file]): FileEdit => ({ action: 'moved', file, from })),
    ...[...written.keys()].map(
      (file): FileEdit => ({ action: files.has(file) || targets.has(file) ? 'edited' : 'created', file }),
    ),
    ...removed.map((file): FileEdit => ({ action: 'removed', file })),
  ]
}

/** Paths in boardwright.yaml are people's rules, not references: they are reported, not changed. */
function ruleNotes({ config }: Project, { moved }: TreeChange): string[] {
  const rules = new Map<string, (file: string) => boolean>()
  for (const glob of config?.interpolate ?? []) rules.set(`interpolate: ${glob}`, (file) => matchesAny([glob], file))
  for (const { path } of config?.rules.waivers ?? []) rules.set(`waivers: ${path}`, (file) => isBelowAny([path], file))
  for (const { path } of config?.rules.weights ?? [])
    if (path !== undefined) rules.set(`weigh: ${path}`, (file) => isBelowAny([path], file))
  for (const { scope } of config?.targets ?? []) {
    const globs = [
      ...scope.include.paths.map((glob) => ['include', glob] as const),
      ...scope.exclude.paths.map((glob) => ['exclude', glob] as const),
    ]
    for (const [rule, glob] of globs)
      rules.set(`${rule}: ${glob}`, (file) => isBelowAny([glob], file.slice(CONTENT.length + 1)))
  }
  return [...rules].flatMap(([rule, means]) => {
    const changed = [...moved].find(([from, to]) => overlayOf(from) === '' && means(from) !== means(to))
    if (changed === undefined) return []
    const [from, to] = changed
    return [
      means(from)
        ? `"${rule}" in boardwright.yaml no longer matches ${to}`
        : `"${rule}" in boardwright.yaml now matches ${to}`,
    ]
  })
}

const LENGTH = 12

/** Mints random ids that no report in the tree has. */
export function idsFor({ files }: Project): () => string {
  const taken = new Set(identitiesIn(readAllDocuments(files).placed, 'id'))
  return () => {
    for (;;) {
      const id = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
      if (taken.has(id) || !isPublicId(id)) continue
      taken.add(id)
      return id
    }
  }
}
