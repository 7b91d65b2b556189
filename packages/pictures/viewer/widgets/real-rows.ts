import type { Scene, SceneReport } from '../../scene.ts'
import { isMap, textAt } from '../data/free.ts'
import { rowsIn } from '../data/real-rows.ts'
import type { Rows } from '../data/rows.ts'
import { Told } from '../told.ts'

/**
 * Rows from the scene's URL: `{rows, columns?}`, or `{error}` for people. A query that controls have changed is sent
 * along.
 */
export async function readReal(
  at: string,
  query: SceneReport['query'],
  report: SceneReport,
  scene: Scene,
): Promise<Rows> {
  const response = await fetch(at, query ? asking(query) : { headers: ANSWER })
  const answer: unknown = await response.json().catch(() => undefined)
  const error = textAt(answer, 'error')
  if (error !== undefined) throw new Told(error)
  if (!response.ok || !isMap(answer)) throw new Told(`The rows were not read: status ${response.status}.`)
  return rowsIn(answer, report, scene)
}

const ANSWER = { accept: 'application/json' } as const

const asking = (query: SceneReport['query']): RequestInit => ({
  method: 'POST',
  headers: { ...ANSWER, 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
})
