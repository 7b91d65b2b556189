import type { Scene } from '../scene.ts'
import { withChoices } from '../viewer/data/choices.ts'

export { withSent as asSent } from '../viewer/data/choices.ts'
export type { Drawing, Job, Picture } from './job.ts'
export { createPainter, type Limits, type Painter } from './painter.ts'

/** A scene as people see it who open it: what its controls are set to holds, and nothing else was chosen. */
export const asOpened = (scene: Scene): Scene => withChoices(scene, () => undefined)
