import type { Scene } from '../scene.ts'
import { withChoices } from '../viewer/data/choices.ts'

export { withSent as asSent } from '../viewer/data/choices.ts'
export type { Job, Picture } from './job.ts'
export { createPainter, type Limits, type Painter } from './painter.ts'

/** A scene as it looks when opened: controls have their preset values, and nothing else has been chosen. */
export const asOpened = (scene: Scene): Scene => withChoices(scene, () => undefined)
