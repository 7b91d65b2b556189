import type { Comparison, PreviewOverview, Scene } from '../scene.ts'

/** What the pages show. Every answer is of the tree as it is now. */
export interface PreviewSource {
  readonly overview: () => Promise<PreviewOverview>
  readonly scene: (slug: string) => Promise<Scene | undefined>
  /** Real rows of a widget; left out where rows are made up. */
  readonly rows?: ((slug: string, widget: string) => Promise<RowsAnswer>) | undefined
  readonly compare?: ((slug: string) => Promise<Comparison>) | undefined
}

export interface RowsAnswer {
  readonly rows?: readonly unknown[]
  readonly columns?: readonly { readonly name: string; readonly title?: string; readonly type?: string }[]
  readonly before?: Readonly<Record<string, number>>
  /** For people, in the widget's place. */
  readonly error?: string
}
