import { stringify } from 'yaml'
import { z } from 'zod'

/** What a transformation project is turned into. Pure: the same manifest gives the same files. */
export interface Generated {
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly stats: { readonly models: number; readonly sources: number; readonly macros: number }
  readonly transformVersion: string | undefined
  readonly generatedAt: string | undefined
}

const Column = z.looseObject({
  name: z.string().nullish(),
  data_type: z.string().nullish(),
  description: z.string().nullish(),
})

const Node = z.looseObject({
  resource_type: z.string(),
  name: z.string(),
  alias: z.string().nullish(),
  schema: z.string().nullish(),
  description: z.string().nullish(),
  columns: z.record(z.string(), Column).nullish(),
})
type Node = z.output<typeof Node>

const Manifest = z.looseObject({
  metadata: z.looseObject({ dbt_version: z.string().nullish(), generated_at: z.string().nullish() }).nullish(),
  nodes: z.record(z.string(), Node),
  sources: z.record(z.string(), z.unknown()).nullish(),
  macros: z.record(z.string(), z.unknown()).nullish(),
})

/** The files of a manifest, or what is wrong with it. */
export function readManifest(value: unknown): Generated | string {
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `the manifest is not valid: ${issue?.path.join('.')}: ${issue?.message}`
  }
  const { nodes, sources, macros, metadata } = parsed.data
  const models = Object.values(nodes).filter(({ resource_type }) => resource_type === 'model')
  if (models.length === 0) return 'the manifest has no models'
  const files = new Map(models.map((model) => [`model/cubes/${identifier(model.name)}.yml`, printCube(model)]))
  return {
    files: [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, content]) => ({ path, content })),
    stats: {
      models: models.length,
      sources: Object.keys(sources ?? {}).length,
      macros: Object.keys(macros ?? {}).length,
    },
    transformVersion: metadata?.dbt_version ?? undefined,
    generatedAt: metadata?.generated_at ?? undefined,
  }
}

const TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/int|num|dec|float|double|real/i, 'number'],
  [/bool/i, 'boolean'],
  [/date|time/i, 'time'],
]

function printCube({ name, alias, schema, description, columns }: Node): string {
  const dimensions = Object.entries(columns ?? {}).map(([key, column]) => {
    const own = column.name ?? key
    return {
      name: identifier(own),
      sql: own,
      type: TYPES.find(([pattern]) => pattern.test(column.data_type ?? ''))?.[1] ?? 'string',
      ...(own.toLowerCase() === 'id' ? { primary_key: true } : {}),
      ...(column.description ? { description: column.description } : {}),
    }
  })
  const table = [schema, alias ?? name].filter((part) => part != null && part !== '').join('.')
  const cube = {
    name: identifier(name),
    sql_table: table,
    ...(description ? { description } : {}),
    dimensions: dimensions.filter(
      ({ name: own }, at) => dimensions.findIndex((other) => other.name === own) === at && own !== 'count',
    ),
    measures: [{ name: 'count', type: 'count' }],
  }
  return stringify({ cubes: [cube] })
}

/** A name in the form that the data model accepts. */
const identifier = (name: string): string => name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
