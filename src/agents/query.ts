import type { DataAnswer } from '@boardwright/platform'
import { selectTarget } from '../config/targets.ts'
import type { FreeForm } from '../content/model.ts'
import { queryMeaning } from '../content/query.ts'
import { askFor, type DataPlace, openData, type RowsAsked } from '../previews/page/rows.ts'
import type { SoundProject } from '../project/local/project.ts'
import { readTreeFor } from '../project/local/render.ts'
import { reportMeant } from './meant.ts'

export interface QueryOptions extends DataPlace {
  readonly target?: string | undefined
  /** Exactly one of these: a report of the tree, a query of the data API, or SQL. */
  readonly report?: string | undefined
  readonly query?: FreeForm | undefined
  readonly sql?: string | undefined
  readonly limit: number
}

export interface QueryResult extends DataAnswer {
  readonly target: string
  readonly branch: string | null
  /** Whether there are more rows than these. */
  readonly cut: boolean
}

/** The rows of a report of the tree, rendered for this target, or of a query. */
export async function queryRows(project: SoundProject, options: QueryOptions): Promise<QueryResult> {
  const { target: named, report, query, sql, limit, ...place } = options
  const target = selectTarget(project.config, named)
  const asked = report === undefined ? { query, sql } : askedBy(project, target, report)
  const data = await openData(target, place)
  try {
    const { rows, columns } = await askFor(asked, data, limit + 1)
    const cut = rows.length > limit
    return { target: target.name, branch: place.branch ?? null, columns, rows: rows.slice(0, limit), cut }
  } finally {
    await data.close()
  }
}

function askedBy(project: SoundProject, target: ReturnType<typeof selectTarget>, word: string): RowsAsked {
  const { tree } = readTreeFor(project, project.config, target)
  const { definition } = reportMeant(tree, word)
  const query = queryMeaning(definition)
  const { sql, pythonCode } = definition
  return { query: typeof query === 'object' ? query : undefined, sql, pythonCode }
}
