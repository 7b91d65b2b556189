import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import type { Formats } from '../data/format.ts'
import type { Nested } from '../layout/nest.ts'
import type { Theme } from '../look/look.ts'

/** What is known of a widget before it is drawn, on a page or as a picture. */
export interface About {
  readonly stage: { readonly scene: Scene; readonly theme: Theme; readonly formats: Formats }
  readonly widget: SceneWidget
  readonly nested: Nested
  /** What a screen reader calls it. */
  readonly name: string
  /** Only of widgets that show one. */
  readonly report?: SceneReport | undefined
}
