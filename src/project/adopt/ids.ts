import { BoardwrightError } from '@boardwright/common'
import type { Target } from '../../config/model.ts'
import { withObjects } from '../../content/entity.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import { type Key, type Report, reportKey, workbookKey } from '../../content/model.ts'
import { type FileChanges, updateTree } from '../../serialize/update.ts'
import type { SoundProject } from '../local/project.ts'
import { readTreeFor } from '../local/render.ts'
import type { Planned } from '../plan.ts'
import type { Matches } from './matches.ts'

/**
 * The report files with the target's public ids, because nothing else could link the two. Without matches, no tree is
 * read: the plan reads one too, and two of them take a quarter more memory.
 */
export function filesWithIds(project: SoundProject, target: Target, ids: Matches['reports']): FileChanges {
  if (ids.size === 0) return new Map()
  const { tree } = readTreeFor(project, project.config, target)
  const linked = [...ids].flatMap(([id, theirs]): [Key, Report][] => {
    const report = tree.content.get(reportKey(id))?.whole()
    return report ? [[reportKey(id), { ...report, ids: { ...report.ids, [target.name]: theirs } }]] : []
  })
  return updateTree(tree, withObjects(tree.content, new Map(linked)), {
    selected: (key) => isKind(key, 'report') && ids.has(idIn(key)),
    restore: (written, before, after) => (before === after ? written : after),
    overlay: () => undefined,
    home: true,
  }).files
}

/** The project as it would be with these files, which are not written. */
export const withFiles = (project: SoundProject, changes: FileChanges): SoundProject => {
  const texts = [...changes].flatMap(([file, text]): [string, Uint8Array][] =>
    text === null ? [] : [[file, Buffer.from(text)]],
  )
  return texts.length === 0
    ? project
    : { ...project, files: new Map([...project.files, ...texts]), workFiles: project.files }
}

/** A line that matches nothing was misspelled, or is about what has gone since. */
export function requireLive({ live, target }: Planned, matches: Matches, file = ''): void {
  const none = [
    ...[...matches.workbooks].filter(([ours, theirs]) => live.facts.get(workbookKey(ours))?.name !== theirs),
    ...[...matches.reports].filter(([ours, theirs]) => live.publicIds.get(reportKey(ours)) !== theirs),
  ]
  const [first] = none
  if (first === undefined) return
  throw new BoardwrightError(
    'OBJECT_UNKNOWN',
    `${file} matches ${first[0]} with ${first[1]}, but the tree and ${target.name} do not have both`,
    { hint: 'Remove that line, or correct it.' },
  )
}
