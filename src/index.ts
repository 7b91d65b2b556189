export type { Api } from './api/index.ts'
export { api } from './api/index.ts'
export { openApiDocument } from './api/openapi.ts'
export { createClient } from './client/client.ts'
export type { Client, ClientOptions, Counts, RetryEvent } from './client/types.ts'
export type { ErrorName, Exchange, Place } from './errors.ts'
export { BoardwrightError, ERRORS } from './errors.ts'
export { JsonNumber, parseJson, stringifyJson } from './json.ts'
export type {
  Connection,
  Examination,
  Exported,
  ExportOptions,
  Problem,
  Project,
  SoundProject,
  Target,
  Validation,
} from './sync.ts'
export { examinePlatform, exportTree, openProject, requireConfig, validateProject } from './sync.ts'
