import type { SceneReport } from '../../scene.ts'

/** A specification may be written as text. */
export function specOf({ spec }: Pick<SceneReport, 'spec'>): unknown {
  if (typeof spec !== 'string') return spec
  try {
    return JSON.parse(spec)
  } catch {
    return spec
  }
}
