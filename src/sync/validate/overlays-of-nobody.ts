import type { Problem } from '../../content/problem.ts'
import { shellWord } from '../../content/shell-word.ts'
import { nearest } from '../../nearest.ts'
import { overlayOf } from '../../serialize/all-documents.ts'
import { CONTENT, directoryOf, MODEL } from '../../serialize/layout.ts'

/** Overlays that no target reads: mostly its name is spelt otherwise in boardwright.yaml, or `content/` was forgotten. */
export function overlaysOfNobody(files: Iterable<string>, targets: readonly string[]): Problem[] {
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

/** Where the tree has a file for it to lie over, it is known what was meant. */
function misplaced(file: string, overlay: string, all: ReadonlySet<string>): Problem[] {
  const inside = file.slice(overlay.length)
  const [first = '', ...rest] = inside.split('/')
  if (READ.includes(first)) return []
  const below = [inside, rest.join('/')]
  const meant = READ.flatMap((root) => below.map((path) => `${root}/${path}`)).find((each) => all.has(each))
  if (meant === undefined) return []
  const to = `${overlay}${meant}`
  const hint = `Move it: mkdir -p ${shellWord(directoryOf(to))} && mv ${shellWord(file)} ${shellWord(to)}`
  const message = `nothing reads it: an overlay has the paths of the tree, and that is ${meant}`
  return [{ kind: 'OVERLAY_UNMATCHED', at: { file }, message, hint, warning: true }]
}

const READ = [CONTENT, MODEL]
