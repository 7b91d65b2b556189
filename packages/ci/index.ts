export { keepBranch } from './branch.ts'
export {
  eventFileOf,
  isForFork,
  type JobContext,
  PROVIDERS,
  type Provider,
  providerOf,
  readContext,
} from './context.ts'
export { type Forge, openForge } from './forge.ts'
export { type Proposed, propose, withdraw } from './propose.ts'
export type { Annotation, Check } from './types.ts'
