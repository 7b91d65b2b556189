/** A column in SQL: a name, or several joined by dots. */
export interface Reference {
  readonly parts: readonly Name[]
  /** Whether it may also be an alias that the SELECT gives to a column. */
  readonly seesAliases: boolean
  /** Whether it is in USING, so that both sides of a join have it. */
  readonly isShared?: boolean
}

export interface Name {
  readonly text: string
  readonly isQuoted: boolean
  readonly at: number
  readonly length: number
}

/** What comes after FROM: a table, a subquery, or a function whose columns we cannot know. */
export type Source = { readonly alias: Name | undefined; readonly columns: readonly Name[] | undefined } & (
  | { readonly kind: 'table'; readonly path: readonly Name[] }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'function' }
)

/** A column that a SELECT returns. Without a name, only the database knows what it is called. */
export type Output =
  | { readonly name: Name | undefined }
  | { readonly allOf: Name | 'everything'; readonly star: Pick<Name, 'at' | 'length'> }

export interface Select {
  readonly outputs: readonly Output[]
  readonly sources: readonly Source[]
  readonly references: readonly Reference[]
  /** Queries inside its expressions. */
  readonly inner: readonly Query[]
}

export interface Query {
  readonly tables: readonly {
    readonly name: Name
    readonly columns: readonly Name[] | undefined
    readonly query: Query
  }[]
  /** More than one if they are joined by UNION, INTERSECT or EXCEPT. */
  readonly selects: readonly (Select | Query)[]
}

/** What an expression refers to, and the queries in it. */
export interface Found {
  readonly references: Reference[]
  readonly inner: Query[]
}
