/** The only way into `src/live`. */

export { readAddresses } from './addresses.ts'
export { type Caller, readCaller } from './caller.ts'
export { joinedIn } from './counted-members.ts'
export { namingDeployments, noSuchDeployment } from './deployments.ts'
export { examine, type Findings } from './examine.ts'
export { type ModelHashes, type ModelRead, readHashes, readModel, startModel } from './model.ts'
export { readModelTexts } from './model-texts.ts'
export { type PeopleRead, readPeople } from './people.ts'
export { type PreviewPlace, readPreviewPlaces, readStamp } from './preview-places.ts'
export { isMadeByCaller, unrecordedCopies } from './previews.ts'
export { readRare } from './rare.ts'
export {
  type LiveContent,
  type LiveNote,
  type OnProgress,
  publicIdsOf,
  readAudiences,
  readLive,
  readNotices,
  type Scope,
} from './read.ts'
export { readJoined } from './recipients.ts'
export { MOST_REPORTS, type Rights, readRights } from './rights.ts'
export { createRowMemory, type KnownRows, type RowMemory } from './rows/memory.ts'
export { type FirstAnswers, type Started, type StartOptions, startReading } from './start.ts'
export type { Scratch } from './write/model/scratch.ts'
export type { ModelChanges, ModelEvent, ModelProblem } from './write/model/types.ts'
export type { MergeRequest } from './write/model-merge.ts'
export type { LiveWriter } from './write/writer.ts'

/** Loaded lazily, because most commands only read. */
export const loadWriting = () => import('./write/index.ts')
