/** Doors of the chart library that its types leave out. */
declare module 'vega' {
  interface MadeBy {
    readonly prototype: object
  }
  const Item: MadeBy
  const GroupItem: MadeBy
  function splitAccessPath(path: string): string[]
  const typeParsers: object
  class SVGStringRenderer {
    readonly _loader: { loadImage(uri: string): unknown }
  }
  type Accessor = (row: object) => unknown
  function field(path: string, name?: string, options?: object): Accessor
  function key(paths: readonly string[], isFlat?: boolean, options?: object): Accessor
  function compare(paths: unknown, orders: unknown, options?: object): unknown
}

/** What an expression of a part of a chart sees of the chart. */
export interface Context {
  readonly data: Readonly<Record<string, unknown>>
  readonly scales: Readonly<Record<string, { readonly value?: unknown }>>
  /** What the library's own functions are called on. */
  readonly functions: object
}

export type Named = Readonly<Record<string, unknown>>

/** What a chart knows of a selection: rows with the name of a view, the columns that they are about, and their values. */
export interface Store {
  readonly values: { readonly value: readonly Named[] }
}

/** A parsed expression. */
export interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly operator?: string
  readonly computed?: boolean
  readonly [part: string]: unknown
}

/** A row, an event, a mark: what an expression is evaluated for. Parameters hold signals under `$` and their name. */
export type Run = (parameters: unknown, datum: unknown, event: unknown, item: unknown) => unknown

export type Call = (...args: unknown[]) => unknown
