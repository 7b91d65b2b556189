interface Shown {
  readonly name: string
  readonly type?: string
  readonly isVisible: boolean
}

type Entry = { readonly name: string } & Readonly<Record<'measures' | 'dimensions' | 'segments', readonly Shown[]>>

interface Right {
  readonly valid: true
  readonly entries: readonly Entry[]
  readonly compilers: object
}

type Compiled = { readonly valid: false; readonly message: string } | Right

export function openCompiler(directory: string): (files: ReadonlyMap<string, string>) => Promise<Compiled>
export function openQueries(directory: string): (compiled: Right, query: object) => string | undefined
