import { isKind } from '../../content/kinds.ts'
import { affectedBy } from '../../lint/uses/affected.ts'
import type { Plan, Unsealed } from '../../plan/plan-file.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { Files } from '../../workspace/tree.ts'

/** What uses those members of the data model that a plan changes. */
export function affectedIn({ objects }: Unsealed, files: Files): Plan['affected'] {
  const written = objects.filter(({ key }) => isKind(key, 'model'))
  if (written.length === 0) return undefined
  const before = new Map([...files].filter(([file]) => file.startsWith(`${MODEL}/`)))
  for (const { file, title, units } of written) {
    const path = file ?? `${MODEL}/${title.join('/')}`
    const live = units.find(({ unit }) => unit === 'bytes')?.before
    if (typeof live === 'string') before.set(path, Buffer.from(live))
    else before.delete(path)
  }
  return affectedBy(before, files)
}
