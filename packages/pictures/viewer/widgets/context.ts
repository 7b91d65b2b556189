import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import type { Formats } from '../data/format.ts'
import type { Row, Rows } from '../data/rows.ts'
import type { Breakpoint } from '../layout/breakpoint.ts'
import type { Nested } from '../layout/nest.ts'
import type { Theme } from '../look/look.ts'

/** Everything outside a widget that it may need. */
export interface Stage {
  readonly scene: Scene
  readonly theme: Theme
  readonly formats: Formats
  /** The heading level of widget titles: 2 below a page's own title. */
  readonly heading: number
  readonly breakpoint: () => Breakpoint
  readonly rowsOf: (widget: SceneWidget, report: SceneReport) => Promise<Rows>
  /** Whether rows have to be waited for; nothing else is delayed by that. */
  readonly isAsked: boolean
  /** What people chose, kept when the dashboard is redrawn. */
  readonly memory: Map<string, unknown>
  /** Stores the choice in a control: everything that depends on it is redrawn. */
  readonly choose: (id: string, value: unknown) => void
  readonly chosen: (id: string) => unknown
  /** Draws when there is time, visible elements first. */
  readonly soon: (element: HTMLElement, draw: () => Promise<void>) => void
  readonly build: (nested: Nested) => View
}

/** A widget on the page. */
export interface View {
  readonly element: HTMLElement
  /** Called when the grid has a different number of columns. */
  readonly arrange?: (() => void) | undefined
  readonly destroy: () => void
}

/** Draws the inside of a widget. Returns a function that cleans up. */
export type Draw = (body: HTMLElement, given: Given) => Promise<Ended> | Ended
export type Ended = (() => void) | undefined

export interface Given {
  readonly stage: Stage
  readonly widget: SceneWidget
  readonly nested: Nested
  /** The name for screen readers. */
  readonly name: string
  /** Only for widgets that show a report. */
  readonly report?: SceneReport | undefined
  readonly show: Show
}

/** What a widget shows: its report as intended, the rows, the query behind them, or the details of a mark. */
export type Shows = 'report' | 'rows' | 'question' | 'details'
export type Show = (what: Shows, mark?: Row) => Promise<void>
