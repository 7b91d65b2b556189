import { isLite } from '../data/missing.ts'
import { culpritIn, type Fault, faultIn, nameOf } from './faults.ts'

/** Why a specification cannot be drawn: a word that has no meaning, else the part that is in the way. */
export function explain(spec: unknown, said: string, canDraw?: (spec: unknown) => boolean): Fault {
  const fault = isLite(spec) ? faultIn(spec) : undefined
  if (fault !== undefined) return fault
  const culprit = canDraw && culpritIn(spec, canDraw)
  if (culprit)
    return { path: culprit, text: `${nameOf(culprit)} cannot be drawn: without it, the rest can be. (${said})` }
  return { path: [], text: `This specification cannot be drawn with these rows. (${said})` }
}
