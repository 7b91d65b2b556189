interface Shown {
  readonly name: string
  readonly isVisible: boolean
}

type Entry = Readonly<Record<'measures' | 'dimensions' | 'segments', readonly Shown[]>>

type Compiled =
  | { readonly valid: false; readonly message: string }
  | { readonly valid: true; readonly entries: readonly Entry[] }

export function openCompiler(directory: string): (files: ReadonlyMap<string, string>) => Promise<Compiled>
