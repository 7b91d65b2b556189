/** A name, or several with dots between them, where SQL has a column. */
export interface Reference {
  readonly parts: readonly Name[]
  /** The names that the SELECT gives its columns may stand here too. */
  readonly seesAliases: boolean
  /** In USING: both sides of a join have it. */
  readonly isShared?: boolean
}

export interface Name {
  readonly text: string
  readonly isQuoted: boolean
  readonly at: number
  readonly length: number
}

/** What stands after FROM: a table, a query of its own, or what nobody can know. */
export type Source = { readonly alias: Name | undefined; readonly columns: readonly Name[] | undefined } & (
  | { readonly kind: 'table'; readonly path: readonly Name[] }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'function' }
)

/** A column that a SELECT gives. No name: only the database knows it. */
export type Output = { readonly name: Name | undefined } | { readonly allOf: Name | 'everything' }

export interface Select {
  readonly outputs: readonly Output[]
  readonly sources: readonly Source[]
  readonly references: readonly Reference[]
  /** Queries within its expressions. */
  readonly inner: readonly Query[]
}

export interface Query {
  readonly tables: readonly {
    readonly name: Name
    readonly columns: readonly Name[] | undefined
    readonly query: Query
  }[]
  /** More than one where they are united. */
  readonly selects: readonly (Select | Query)[]
}

/** What an expression names, and the queries in it. */
export interface Found {
  readonly references: Reference[]
  readonly inner: Query[]
}
