import type { Scene, SceneMark } from '../scene.ts'

/** What the pages show. Every answer is of the tree as it is now. */
export interface PreviewSource {
  readonly overview: () => Promise<Overview>
  readonly scene: (slug: string) => Promise<Scene | undefined>
  /** Real rows of a widget; left out where rows are made up. */
  readonly rows?: ((slug: string, widget: string) => Promise<RowsAnswer>) | undefined
  readonly compare?: ((slug: string) => Promise<Comparison>) | undefined
}

export interface Overview {
  readonly project: string
  readonly target?: string | undefined
  readonly data: 'sample' | 'live'
  readonly canCompare: boolean
  readonly entries: readonly Entry[]
  readonly problems: readonly unknown[]
}

export interface Entry {
  readonly slug: string
  readonly name: string
  readonly folder: readonly string[]
  readonly file: string
  readonly kind: 'CLASSIC' | 'APP' | 'REPORT' | 'none'
  readonly isPublished: boolean
}

export interface RowsAnswer {
  readonly rows?: readonly unknown[]
  readonly columns?: readonly { readonly name: string; readonly title?: string; readonly type?: string }[]
  readonly before?: Readonly<Record<string, number>>
  /** For people, in the widget's place. */
  readonly error?: string
}

/** Repo and live side by side. The marks are the plan's. */
export interface Comparison {
  readonly repo?: Scene | undefined
  readonly live?: Scene | undefined
  readonly marks: { readonly repo: Marks; readonly live: Marks }
  readonly changes: readonly Change[]
  /** By widget: what differs in the report that it shows. */
  readonly differences: Readonly<Record<string, readonly Difference[]>>
  /** In one sentence: what the plan makes of it. */
  readonly says: string
}

type Marks = Readonly<Record<string, SceneMark>>

export interface Change {
  readonly title: string
  /** Lines of words. */
  readonly lines: readonly string[]
}

/** A text of a report that differs, line by line. */
export interface Difference {
  readonly name: string
  readonly lines: readonly { readonly sign: '+' | '-' | ' '; readonly text: string }[]
}
