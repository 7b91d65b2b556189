import { codeDirectories, readBuild } from '@boardwright/common/machine'
import { stampOf } from '../workspace/digests.ts'

let stamp: string | undefined

/** Differs for every version of the program, so that what another version found no longer counts. */
export const programStamp = (): string => {
  stamp ??= readBuild() ?? stampOf(codeDirectories())
  return stamp
}
