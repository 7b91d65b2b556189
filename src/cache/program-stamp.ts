import { CODE, readBuild } from '../program.ts'
import { stampOf } from '../workspace/digests.ts'

let stamp: string | undefined

/** Another one for every other version of the program: what an older one found out counts no more. */
export const programStamp = (): string => {
  stamp ??= readBuild() ?? stampOf([CODE])
  return stamp
}
