import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import { isMap, textAt } from '../data/free.ts'
import { rowsIn } from '../data/real-rows.ts'
import type { Rows } from '../data/rows.ts'
import { Told } from '../told.ts'

/** Rows from where the scene says: `{rows, columns?}`, or `{error}` for people. */
export async function readReal(at: string, { id }: SceneWidget, report: SceneReport, scene: Scene): Promise<Rows> {
  const response = await fetch(`${at}/${encodeURIComponent(id)}`, { headers: { accept: 'application/json' } })
  const answer: unknown = await response.json().catch(() => undefined)
  const error = textAt(answer, 'error')
  if (error !== undefined) throw new Told(error)
  if (!response.ok || !isMap(answer)) throw new Told(`The rows were not read: status ${response.status}.`)
  return rowsIn(answer, report, scene)
}
