import { nearest } from '@boardwright/common'
import type { Problem } from '../../content/problem.ts'
import { shellWord } from '../../content/shell-word.ts'
import { CONTENT, directoryOf, isBelowRoots, MODEL } from '../../serialize/layout.ts'
import { overlayOf } from '../../serialize/locate.ts'

/**
 * Overlays that no target reads. Usually boardwright.yaml spells the target's name differently, or `content/` was
 * forgotten.
 */
export function unreadOverlays(files: Iterable<string>, targets: readonly string[]): Problem[] {
  const all = new Set(files)
  return [...all].flatMap((file): Problem[] => {
    const overlay = overlayOf(file)
    const [, name] = overlay.split('/')
    if (name === undefined) return []
    if (targets.includes(name)) return misplaced(file, overlay, all)
    const near = nearest(name, targets)
    const hint =
      near === undefined
        ? `Rename its directory to one of the targets: ${targets.join(', ')}.`
        : `Rename its directory: git mv overlays/${name} overlays/${near}`
    const message = `nothing reads it: no target is called "${name}"`
    return [{ kind: 'TARGET_UNKNOWN', at: { file }, message, hint, warning: true }]
  })
}

/** An overlay file outside `content/`. If `content/` has a file at that path, we know which one was meant. */
function misplaced(file: string, overlay: string, all: ReadonlySet<string>): Problem[] {
  const inside = file.slice(overlay.length)
  const [first = '', ...rest] = inside.split('/')
  if (isBelowRoots(inside) || inside.split('/').some((name) => name.startsWith('.'))) return []
  const unmatched = (message: string, hint: string): Problem[] => [
    { kind: 'OVERLAY_UNMATCHED', at: { file }, message: `nothing reads it: ${message}`, hint, warning: true },
  ]
  const below = [inside, rest.join('/')]
  const meant = below.map((path) => `${CONTENT}/${path}`).find((each) => all.has(each))
  if (meant === undefined) {
    const isModel = first === MODEL || below.some((path) => all.has(`${MODEL}/${path}`))
    return isModel
      ? unmatched('a data model has no overlays', IN_A_MODEL)
      : unmatched(`an overlay has the path of a file below ${CONTENT}/`, 'Move it to such a path, or remove it.')
  }
  const to = `${overlay}${meant}`
  const hint = `Move it: mkdir -p ${shellWord(directoryOf(to))} && mv ${shellWord(file)} ${shellWord(to)}`
  return unmatched(`an overlay has the paths of the tree, and that is ${meant}`, hint)
}

const IN_A_MODEL =
  'Write ${var.NAME} into the file itself, list it under `interpolate`, and give the variable a value in each target.'
