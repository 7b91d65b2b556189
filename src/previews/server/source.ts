import type {
  Comparison,
  PageCommit,
  PreviewNews,
  PreviewOverview,
  PreviewPlan,
  Scene,
  WidgetCode,
} from '@boardwright/pictures'

/** What the pages show. Every answer reflects the current tree. */
export interface PreviewSource {
  readonly overview: () => Promise<PreviewOverview>
  readonly scene: (slug: string) => Promise<Scene | undefined>
  /** Real rows for a widget; left out if rows are made up. `query` is the report's query as changed by controls. */
  readonly rows?: ((slug: string, widget: string, query?: PageQuestion) => Promise<RowsAnswer>) | undefined
  readonly news?: (() => Promise<PreviewNews>) | undefined
  /** What a plan says in all and about each dashboard; left out if there is nothing to compare with. */
  readonly planned?: (() => Promise<PreviewPlan>) | undefined
  /** The same plan as a page of its own. */
  readonly planPage?: (() => Promise<string | undefined>) | undefined
  /** A small picture of a page, as PNG. */
  readonly thumbnail?: ((slug: string, isDark: boolean) => Promise<Uint8Array | undefined>) | undefined
  /** A page without its contents, as SVG, to be seen until its picture is drawn. */
  readonly sketch?: ((slug: string, isDark: boolean) => Promise<string | undefined>) | undefined
  /** Where a widget is written; left out if there are no files. */
  readonly code?: ((slug: string, widget: string) => Promise<WidgetCode | undefined>) | undefined
  /** The commits that changed a page, newest first; left out without a history. */
  readonly commits?: ((slug: string) => Promise<readonly PageCommit[]>) | undefined
  /** A page at one of them. */
  readonly sceneAt?: ((slug: string, commit: string) => Promise<Scene | undefined>) | undefined
  readonly compare?: ((slug: string) => Promise<Comparison>) | undefined
}

export type PageQuestion = Readonly<Record<string, unknown>>

export interface RowsAnswer {
  readonly rows?: readonly unknown[]
  readonly columns?: readonly { readonly name: string; readonly title?: string; readonly type?: string }[]
  /** Values shown next to a single number: those of another period, by measure, and its course over time. */
  readonly before?: Readonly<Record<string, number>>
  readonly course?: readonly number[]
  /** For people, shown in the widget. */
  readonly error?: string
}
