import type { Problem } from '../../content/problem.ts'
import { nearest } from '../../nearest.ts'
import { overlayOf } from '../../serialize/all-documents.ts'

/** Overlays that no target reads: mostly its name is spelt otherwise in boardwright.yaml. */
export function overlaysOfNobody(files: Iterable<string>, targets: readonly string[]): Problem[] {
  return [...files].flatMap((file): Problem[] => {
    const [, name] = overlayOf(file).split('/')
    if (name === undefined || targets.includes(name)) return []
    const near = nearest(name, targets)
    const hint =
      near === undefined
        ? `Rename its directory to one of the targets: ${targets.join(', ')}.`
        : `Rename its directory: git mv overlays/${name} overlays/${near}`
    const message = `nothing reads it: no target is called "${name}"`
    return [{ kind: 'TARGET_UNKNOWN', at: { file }, message, hint, warning: true }]
  })
}
