import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import type { Formats } from '../data/format.ts'
import type { Nested } from '../layout/nest.ts'
import type { Theme } from '../look/look.ts'

/** What is known about a widget before it is drawn, on a page or as a picture. */
export interface About {
  readonly stage: { readonly scene: Scene; readonly theme: Theme; readonly formats: Formats }
  readonly widget: SceneWidget
  readonly nested: Nested
  /** The name for screen readers. */
  readonly name: string
  /** Only for widgets that show a report. */
  readonly report?: SceneReport | undefined
}
