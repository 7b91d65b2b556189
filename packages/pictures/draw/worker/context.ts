import type { SceneReport, SceneWidget } from '../../scene.ts'
import type { Rows } from '../../viewer/data/rows.ts'
import type { About } from '../../viewer/facts/about.ts'
import type { Outline } from '../../viewer/land/outline.ts'
import type { Breakpoint } from '../../viewer/layout/breakpoint.ts'
import type { Nested } from '../../viewer/layout/nest.ts'
import type { Place, Sizes } from '../job.ts'
import type { Looks } from './looks.ts'
import type { Markup } from './svg.ts'
import type { Letters } from './text.ts'

export interface Corner {
  readonly x: number
  readonly y: number
}

/** The same stage, for what is drawn with its corner there. */
export const moved = (stage: Stage, x: number, y: number): Stage => ({
  ...stage,
  corner: { x: stage.corner.x + x, y: stage.corner.y + y },
})

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size, Corner {}

/** What all widgets of a picture share. */
export interface Stage {
  readonly about: About['stage']
  readonly looks: Looks
  readonly letters: Letters
  readonly breakpoint: Breakpoint
  /** What lies under maps. */
  readonly outline: () => Outline
  readonly rowsOf: (widget: SceneWidget, report: SceneReport) => Rows
  readonly hasAllColumns: boolean
  /** Widgets that are not drawn, with the reason. */
  readonly stopped: Readonly<Record<string, string>>
  /** Draws a widget with its box, in its place. */
  readonly draw: (nested: Nested, on: Stage, box: Box, isInner: boolean) => Promise<Markup>
  /** Where this stage's corner is in the whole picture. */
  readonly corner: Corner
  /** Notes where a widget is in the whole picture. */
  readonly place: (id: string, place: Place) => void
  /** Notes sizes within a widget, and answers with those of the other side of a comparison where they are larger. */
  readonly level: (id: string, own: Sizes) => Sizes
  /** Reports the widget that is about to be drawn, so that it can be stopped if it takes too long. */
  readonly begin: (id: string) => void
  /** Notes what a widget says is wrong, for readers who do not look at the picture. */
  readonly warn: (id: string, text: string) => void
}

/** The widget to draw, with its looks. */
export interface Given extends About {
  readonly looks: Looks
  readonly on: Stage
}

/** Draws the contents of a widget into a room with its corner at 0, 0. */
export type Paint = (given: Given, room: Size) => Promise<Markup> | Markup
