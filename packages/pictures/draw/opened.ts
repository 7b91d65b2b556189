import type { Scene } from '../scene.ts'
import { withChoices } from '../viewer/data/choices.ts'
import { openAt } from '../viewer/layout/open.ts'

/**
 * A scene as it looks when opened: controls have their preset values, and nothing else has been chosen. Tabs are open
 * where the widgets of interest are.
 */
export const asOpened = (scene: Scene, ofInterest: Iterable<string> = []): Scene =>
  withChoices(openAt(scene, ofInterest), () => undefined)
