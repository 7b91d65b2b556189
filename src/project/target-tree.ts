import type { Rendering } from '../config/render.ts'
import type { Problem } from '../content/problem.ts'
import type { Document, TreeFiles } from '../serialize/documents.ts'
import type { ParsedTree } from '../serialize/parse.ts'

/** A tree as one target sees it. */
export interface TargetTree {
  readonly tree: ParsedTree
  /** The files, with those of the data model as the target gets them. */
  readonly files: TreeFiles
  readonly overlays: ReadonlyMap<string, Document>
  readonly rendering: Rendering
  /** Names of the variables that are used, by the document or the file of the data model that uses them. */
  readonly usedIn: ReadonlyMap<string, ReadonlySet<string>>
  readonly problems: readonly Problem[]
  /** Documents that say something else when others do: an overlay, or the report that a text names. */
  readonly dependent: ReadonlySet<string>
}
