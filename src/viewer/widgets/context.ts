import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import type { Formats } from '../data/format.ts'
import type { Row, Rows } from '../data/rows.ts'
import type { Breakpoint } from '../layout/breakpoint.ts'
import type { Nested } from '../layout/nest.ts'
import type { Theme } from '../look/look.ts'

/** Everything on the page that a widget may need. */
export interface Stage {
  readonly scene: Scene
  readonly theme: Theme
  readonly formats: Formats
  /** Of widget titles: 2 under a page's own title. */
  readonly heading: number
  readonly breakpoint: () => Breakpoint
  readonly rowsOf: (widget: SceneWidget, report: SceneReport) => Promise<Rows>
  /** Whether rows are waited for, and nothing else is kept waiting by that. */
  readonly isAsked: boolean
  /** What people chose, kept when the dashboard is drawn again. */
  readonly memory: Map<string, unknown>
  /** What a control chose: what it is about is drawn again. */
  readonly choose: (id: string, value: unknown) => void
  readonly chosen: (id: string) => unknown
  /** Draws when there is time: what is seen first. */
  readonly soon: (element: HTMLElement, draw: () => Promise<void>) => void
  readonly build: (nested: Nested) => View
}

/** A widget on the page. */
export interface View {
  readonly element: HTMLElement
  /** Called when the grid has other columns. */
  readonly arrange?: (() => void) | undefined
  readonly destroy: () => void
}

/** What draws the inside of a widget. What it returns ends what it began. */
export type Draw = (body: HTMLElement, given: Given) => Promise<Ended> | Ended
export type Ended = (() => void) | undefined

export interface Given {
  readonly stage: Stage
  readonly widget: SceneWidget
  readonly nested: Nested
  /** What a screen reader calls it. */
  readonly name: string
  /** Only of widgets that show one. */
  readonly report?: SceneReport | undefined
  readonly show: Show
}

/** What of a widget is shown: its report as it is meant, the rows of it, what they are asked with, what is behind a mark. */
export type Shows = 'report' | 'rows' | 'question' | 'details'
export type Show = (what: Shows, mark?: Row) => Promise<void>
