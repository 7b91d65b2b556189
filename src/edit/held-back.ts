import { isDeepStrictEqual } from 'node:util'
import type { Content, Entity } from '../content/entity.ts'
import { isKind, type Key } from '../content/kinds.ts'
import type { Problem } from '../content/problem.ts'
import type { Project } from '../project/local/project.ts'
import { readTreeAsWritten, readTreeFor } from '../project/local/render.ts'
import { OVERLAY } from '../serialize/locate.ts'
import type { ParsedTree } from '../serialize/parse.ts'

export interface TreeOfTarget {
  readonly tree: ParsedTree
  readonly problems: readonly Problem[]
  readonly target: string | undefined
}

/** The tree rendered for each target, or as written if there is no target. */
export function readTrees(project: Project): TreeOfTarget[] {
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

interface Held {
  readonly files: ReadonlySet<string>
  readonly problems: readonly Problem[]
}

export const NOTHING_HELD: Held = { files: new Set(), problems: [] }

/**
 * Files to leave alone because formatting them would change what an object means in some target: an overlay can depend
 * on how the base file is written.
 */
export function heldBack(
  before: readonly TreeOfTarget[],
  after: readonly TreeOfTarget[],
  changes: ReadonlyMap<string, string>,
  owners: (file: string) => string,
): Held {
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
