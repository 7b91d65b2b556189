/** What the sandbox and the process of the engine say to each other. */

/** The packages of the engine. People install them beside a project, as the hint of the error says. */
export const ENGINE = { core: '@cubejs-backend/server-core', driver: '@cubejs-backend/duckdb-driver' } as const

export type EngineCall = 'load' | 'meta' | 'sql' | 'dryRun'

/** A data model, under a name that changes with it, and the statements that make its tables. */
export interface Served {
  readonly model: string
  readonly files: readonly (readonly [path: string, text: string])[]
  readonly tables: readonly string[]
}

export interface Question {
  readonly number: number
  readonly model: string
  readonly call: EngineCall
  readonly query: unknown
  readonly queryType: unknown
  readonly securityContext: unknown
}

export type Told = { readonly serve: Served } | { readonly ask: Question }

export type Said =
  | { readonly ready: true }
  | { readonly cannot: string }
  | { readonly number: number; readonly status: number; readonly body: unknown }

/** Where the engine is installed, and the moment that it takes for now. */
export interface Start {
  readonly directory: string
  readonly now: number
}
