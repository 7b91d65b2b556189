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

/**
 * A piece of an expression, in the order of the text. What is in brackets has been read; which of the others belong
 * together is for whoever computes them to say.
 */
export type Piece =
  /** A word is an operator or a constant, in lower case. A type is that of a cast: behind `::`, or behind AS. `other`: nothing to compute with. */
  | { readonly kind: 'text' | 'number' | 'word' | 'sign' | 'type' | 'as' | 'other'; readonly text: string }
  | { readonly kind: 'column'; readonly path: readonly Name[] }
  /** Such as `interval '1' day`. */
  | { readonly kind: 'literal'; readonly type: string; readonly text: string; readonly unit: string | undefined }
  | ({ readonly kind: 'call'; readonly name: Name } & Call)
  | { readonly kind: 'cast'; readonly of: Expression }
  | { readonly kind: 'group'; readonly of: readonly Expression[] }
  | { readonly kind: 'query'; readonly query: Query }

export type Expression = readonly Piece[]

export interface Arguments {
  readonly of: readonly Expression[]
  /** What EXTRACT takes out of a time. */
  readonly unit?: string
  readonly isDistinct?: boolean
  readonly isOrdered?: boolean
}

interface Call extends Arguments {
  readonly where?: Expression
  /** It looks at other rows. */
  readonly isOver?: boolean
}

export interface Join {
  readonly how: 'inner' | 'left' | 'right' | 'full' | 'cross' | 'list'
  readonly isNatural: boolean
  readonly on?: Expression
  readonly using?: readonly Name[]
}

/** What comes after FROM: a table, a subquery, or a function whose columns we cannot know. */
export type Source = {
  readonly alias: Name | undefined
  readonly columns: readonly Name[] | undefined
  /** How it is joined with those before it; undefined for the first. */
  readonly join?: Join
  /** It is LATERAL, ONLY, or in brackets with others. */
  readonly isSpecial?: true
} & (
  | { readonly kind: 'table'; readonly path: readonly Name[] }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'function' }
)

/** A column that a SELECT returns. Without a name, only the database knows what it is called. */
export type Output =
  | { readonly name: Name | undefined; readonly hasAlias: boolean; readonly of: Expression }
  | { readonly allOf: Name | 'everything'; readonly star: Pick<Name, 'at' | 'length'> }

export interface Select {
  readonly outputs: readonly Output[]
  readonly sources: readonly Source[]
  readonly distinct?: 'rows' | 'on'
  readonly where?: Expression
  readonly groups?: readonly Expression[]
  readonly having?: Expression
  readonly hasWindows?: true
  /** The rows of VALUES. */
  readonly rows?: readonly (readonly Expression[])[]
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
  readonly isRecursive: boolean
  /** More than one if they are joined by UNION, INTERSECT or EXCEPT. */
  readonly selects: readonly (Select | Query)[]
  /** How each of them but the first is joined, such as `union all`. */
  readonly unions: readonly string[]
  readonly order: readonly Expression[]
  readonly limit?: Expression
  readonly offset?: Expression
  /** It is limited by FETCH. */
  readonly isFetched?: true
}

/** What an expression refers to, and the queries in it. */
export interface Found {
  readonly references: Reference[]
  readonly inner: Query[]
}
