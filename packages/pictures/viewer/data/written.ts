import { type Path, pathsIn, specOf } from '@boardwright/common'
import type { SceneReport } from '../../scene.ts'

/**
 * Where a part of a specification is written, as ` (file:line)`. For a part that does not exist, where the
 * specification is.
 */
export function writtenAt(report: SceneReport, path: Path): string {
  const { written } = report
  if (!written) return ''
  const wanted = JSON.stringify(path)
  let index = 0
  for (const each of pathsIn(specOf(report))) {
    if (index >= written.lines.length) break
    if (JSON.stringify(each) === wanted) return ` (${written.file}:${written.lines[index]})`
    index += 1
  }
  return ` (${written.file}:${written.line})`
}
