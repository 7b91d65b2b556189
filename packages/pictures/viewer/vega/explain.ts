import { isLite } from '@boardwright/platform/query'
import { culpritIn, type Fault, faultIn, nameOf } from './faults.ts'

/** Why a specification cannot be drawn: the first word without a meaning, else the part that prevents it. */
export function explain(spec: unknown, said: string, canDraw?: (spec: unknown) => boolean): Fault {
  const fault = isLite(spec) ? faultIn(spec) : undefined
  if (fault !== undefined) return fault
  const culprit = canDraw && culpritIn(spec, canDraw)
  if (culprit)
    return { path: culprit, text: `${nameOf(culprit)} cannot be drawn: without it, the rest can be. (${said})` }
  return { path: [], text: `This specification cannot be drawn with these rows. (${said})` }
}
