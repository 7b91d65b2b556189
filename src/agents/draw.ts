import { BoardwrightError } from '@boardwright/common'
import { gridColumns } from '../content/grid.ts'
import type { Key } from '../content/model.ts'
import { drawingOf } from '../plan/drawing.ts'
import { targetFor } from '../previews/page/tree.ts'
import type { Project } from '../project/local/project.ts'
import { readTreeAsWritten, readTreeFor } from '../project/local/render.ts'
import type { Board } from '../words/pictures.ts'
import { workbookMeant } from './meant.ts'

export interface BoardFound extends Board {
  readonly slug: string
  readonly file: string
}

/** A dashboard of the tree, rendered for this target, as boxes on its grid. */
export function boardOf(project: Project, word: string, target: string | undefined): BoardFound {
  const { config } = project
  const chosen = config && targetFor(config, target)
  const tree = config && chosen ? readTreeFor(project, config, chosen).tree : readTreeAsWritten(project)
  const { workbook, file } = workbookMeant(tree, word)
  const { name, slug, dashboard } = workbook
  const drawing = drawingOf(undefined, dashboard, (reference) => tree.content.get(reference as Key<'report'>))
  if (dashboard && drawing) return { title: name, slug, file, columns: gridColumns(dashboard), boxes: drawing.after }
  throw new BoardwrightError('OBJECT_UNKNOWN', `"${name}" has no widgets`, {
    hint: 'Name a dashboard with widgets. An app is code: `boardwright preview` runs it.',
  })
}
