import type { Rendering } from '../config/render.ts'
import type { Problem } from '../content/problem.ts'
import type { Document, TreeFiles } from '../serialize/documents.ts'
import type { ParsedTree } from '../serialize/parse.ts'

export interface TargetTree {
  readonly tree: ParsedTree
  /** The files, with model files as rendered for the target. */
  readonly files: TreeFiles
  readonly overlays: ReadonlyMap<string, Document>
  readonly rendering: Rendering
  readonly usedIn: ReadonlyMap<string, ReadonlySet<string>>
  readonly problems: readonly Problem[]
  /** Documents that depend on others: overlays, and texts that name a report. */
  readonly dependent: ReadonlySet<string>
}
