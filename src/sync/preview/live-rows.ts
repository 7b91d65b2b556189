import { selectTarget, tokenVariables } from '../../config/targets.ts'
import { BoardwrightError } from '../../errors.ts'
import { openProject, requireConfig } from '../../project/project.ts'
import type { Scene, SceneReport } from '../../scene.ts'
import { createRowReader, type RowReader } from './rows.ts'

export type RowsOrError = Awaited<ReturnType<RowReader['read']>> | { readonly error: string }

export interface LiveOptions {
  readonly today: string
  readonly target?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

export async function openRows(root: string, { today, target: named, env, signal }: LiveOptions): Promise<RowReader> {
  const { config } = requireConfig(await openProject(root, today))
  const target = selectTarget(config, named ?? (config.targets.length > 1 ? config.home : undefined))
  if (!tokenVariables(target).some((name) => Boolean(env[name]))) {
    throw new BoardwrightError(
      'TOKEN_MISSING',
      `real rows of ${target.name} need a token: none of ${tokenVariables(target).join(', ')} is set`,
    )
  }
  return createRowReader(target, { env, signal })
}

/** A query that controls made of the report's own. */
export type Question = NonNullable<SceneReport['query']>

/** Errors are shown in the widget. */
export async function rowsOf(
  scene: Scene | undefined,
  { widget: id, query }: { readonly widget: string; readonly query?: Question | undefined },
  reader: RowReader,
): Promise<RowsOrError> {
  const widget = scene?.dashboard.widgets?.find((each) => each.id === id)
  const report = widget?.report === undefined ? undefined : scene?.reports[widget.report]
  if (!report) return { error: 'This widget shows no report of the tree.' }
  if (query && !report.query) return { error: 'The rows of this report come from no query.' }
  try {
    return await reader.read(query ? { ...report, query } : report)
  } catch (cause) {
    const { message, hint } = BoardwrightError.from(cause)
    return { error: `No rows: ${message}. ${hint}` }
  }
}
