import type { Problem } from '../../content/problem.ts'
import { judgeTreeModel } from '../../lint/model/judged.ts'
import { CONTENT, directoryOf, MODEL } from '../../serialize/layout.ts'
import { withoutOverlay } from '../../serialize/locate.ts'
import type { Before } from '../../workspace/before.ts'
import { isSetting } from '../../workspace/tree.ts'
import { EARLIEST_DAY, type Project, readProjectConfig } from './project.ts'
import { readTreeAsWritten, readTreeFor } from './render.ts'
import { findingsIn, findingsInModel, type Judging } from './rules.ts'

/**
 * Whether rules found the same before: the rules and facts of now, asked about the documents of then. So a rule that is
 * switched on makes nothing new, nor does a member that becomes deprecated.
 */
export async function findingsBefore(
  before: Before,
  findings: readonly Problem[],
  judging: Judging,
): Promise<(finding: Problem) => boolean> {
  const changed = new Set(before.changed().map(areaOf))
  const isSame = ({ at }: Problem): boolean => !changed.has(areaOf(at.file))
  const rest = findings.filter((finding) => !isSame(finding))
  if (rest.length === 0) return isSame
  const files = await filesBefore(before, new Set(rest.map(({ at }) => areaOf(at.file))))
  const project: Project = { ...readProjectConfig(files, EARLIEST_DAY), root: '', files }
  const { config } = project
  const trees = config?.targets.map((target) => readTreeFor(project, config, target).tree)
  const found = [
    ...(trees ?? [readTreeAsWritten(project)]).flatMap((tree) => findingsIn(tree, judging)),
    ...(rest.some(({ at }) => at.file.startsWith(`${MODEL}/`)) ? findingsInModel(judgeTreeModel(files), judging) : []),
  ]
  const faults = new Set(found.flatMap(({ fault }) => fault ?? []))
  return (finding) => isSame(finding) || faults.has(finding.fault ?? '')
}

/** Files that say something together: those of a directory, with its overlays; and the data model. */
const areaOf = (file: string): string => (file.startsWith(`${MODEL}/`) ? MODEL : directoryOf(withoutOverlay(file)))

const NAMING = /(?:^|\/)(?:folder|workbook)\.yaml$/

/** All of these areas, what is gone from where it was, and the folders and workbooks around them. */
function filesBefore({ paths, isHere, read }: Before, areas: ReadonlySet<string>): ReturnType<Before['read']> {
  const wanted = paths.filter((path) => areas.has(areaOf(path)) || (path.startsWith(`${CONTENT}/`) && !isHere(path)))
  const above = new Set(wanted.flatMap((path) => directoriesAbove(withoutOverlay(path))))
  const isAround = (path: string): boolean => NAMING.test(path) && above.has(directoryOf(withoutOverlay(path)))
  const all = new Set(wanted)
  return read(paths.filter((path) => all.has(path) || isSetting(path) || isAround(path)))
}

function directoriesAbove(file: string): string[] {
  const all: string[] = []
  for (let at = directoryOf(file); at !== ''; at = directoryOf(at)) all.push(at)
  return all
}
