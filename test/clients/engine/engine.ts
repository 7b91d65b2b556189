import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Outcome } from '../../../packages/platform/compiler/worker/open.ts'

type Compiled = Extract<Outcome, { valid: true }>

interface Query {
  readonly measures?: readonly string[]
  readonly dimensions: readonly string[]
  readonly timeDimensions: readonly { readonly dimension: string; readonly granularity?: string }[]
}

/** What the engine says of a query before it asks a database: undefined if it would ask. */
export function openQueries(directory: string): (compiled: Compiled, query: object) => string | undefined {
  const require = createRequire(join(directory, 'package.json'))
  const { createQuery } = require('@cubejs-backend/schema-compiler')
  const { normalizeQuery, remapToQueryAdapterFormat } = require('@cubejs-backend/api-gateway/dist/src/query')
  return ({ compilers, entries }, query) => {
    const visible = new Set(
      entries.flatMap(({ measures, dimensions }) =>
        [...measures, ...dimensions].flatMap(({ name, isVisible }) => (isVisible ? [name] : [])),
      ),
    )
    try {
      if ('maskedMembers' in query && query.maskedMembers) return 'maskedMembers cannot be provided in the query'
      const normal: Query = remapToQueryAdapterFormat(normalizeQuery(structuredClone(query), false))
      createQuery(compilers, 'postgres', { ...normal, contextSymbols: { securityContext: {} } }).buildSqlAndParams()
      const times = normal.timeDimensions.flatMap(({ dimension, granularity }) => (granularity ? [dimension] : []))
      const hidden = [...(normal.measures ?? []), ...normal.dimensions, ...times].find((name) => !visible.has(name))
      return hidden && `You requested hidden member: '${hidden}'`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** What it says is wrong with a model. */
export const messageOf = ({ errors }: Extract<Outcome, { valid: false }>): string =>
  errors.map(({ message }) => message).join('\n')
