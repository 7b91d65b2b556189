export type { ErrorName, Exchange, Place } from '@boardwright/common'
export { BoardwrightError, ERRORS, JsonNumber, parseJson, stringifyJson } from '@boardwright/common'
export type { Api, Client, ClientOptions, Counts, RetryEvent } from '@boardwright/platform'
export { api, createClient, openApiDocument } from '@boardwright/platform'
export type { Sandbox, SandboxOptions } from '@boardwright/sandbox'
export { startSandbox } from '@boardwright/sandbox/start'
export { type Validation, validateProject } from './check/validate.ts'
export type { Target } from './config/model.ts'
export type { Problem } from './content/problem.ts'
export { readPlan } from './plan/read.ts'
export type { ApplyOptions } from './project/apply/options.ts'
export { type Applied, type ApplyEvent, applyPlan, type Result } from './project/apply.ts'
export { type Connection, type Examination, examinePlatform } from './project/examine.ts'
export { type Exported, type ExportOptions, exportTree } from './project/export.ts'
export { openProject, type Project, requireConfig, type SoundProject } from './project/local/project.ts'
export { exitOf, type Plan, type Planned, type PlanOptions, planTarget, type Shaping } from './project/plan.ts'
export {
  type PromoteOptions,
  type Promotion,
  type PromotionOptions,
  planPromotion,
  promote,
} from './project/promote.ts'
export { renderMarkdown } from './words/markdown.ts'
export { renderText } from './words/text.ts'
