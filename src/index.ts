export type { ErrorName, Exchange, Place } from '@boardwright/common'
export { BoardwrightError, ERRORS, JsonNumber, parseJson, stringifyJson } from '@boardwright/common'
export type { Api, Client, ClientOptions, Counts, RetryEvent } from '@boardwright/platform'
export { api, createClient, openApiDocument } from '@boardwright/platform'
export type { Sandbox, SandboxOptions } from '@boardwright/sandbox'
export { startSandbox } from '@boardwright/sandbox/start'
export type {
  Applied,
  ApplyEvent,
  ApplyOptions,
  Connection,
  Examination,
  Exported,
  ExportOptions,
  Plan,
  Planned,
  PlanOptions,
  Problem,
  Project,
  PromoteOptions,
  Promotion,
  PromotionOptions,
  Result,
  Shaping,
  SoundProject,
  Target,
  Validation,
} from './sync.ts'
export {
  applyPlan,
  examinePlatform,
  exitOf,
  exportTree,
  openProject,
  planPromotion,
  planTarget,
  promote,
  readPlan,
  renderMarkdown,
  renderText,
  requireConfig,
  validateProject,
} from './sync.ts'
