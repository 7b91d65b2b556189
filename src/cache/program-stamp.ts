import { CODE, readBuild } from '../program.ts'
import { stampOf } from '../workspace/digests.ts'

let stamp: string | undefined

/** Differs for every version of the program, so that what another version found no longer counts. */
export const programStamp = (): string => {
  stamp ??= readBuild() ?? stampOf([CODE])
  return stamp
}
