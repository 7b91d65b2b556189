export type { Api } from './api/index.ts'
export { api } from './api/index.ts'
export { openApiDocument } from './api/openapi.ts'
export { createClient } from './client/client.ts'
export type { Client, ClientOptions, Counts, RetryEvent } from './client/types.ts'
export type { ErrorName, Exchange, Place } from './errors.ts'
export { BoardwrightError, ERRORS } from './errors.ts'
export { JsonNumber, parseJson, stringifyJson } from './json.ts'
export type { Sandbox, SandboxOptions } from './sandbox/index.ts'
export { startSandbox } from './sandbox/start.ts'
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
