import type { Scene } from '../scene.ts'
import { mount } from './mount.ts'

export type { Scene } from '../scene.ts'
export { type Mounted, type MountOptions, mount } from './mount.ts'

/** If the page holds a scene, show it. */
const [place, written] = ['boardwright', 'scene'].map((id) => document.getElementById(id))
if (place && written?.textContent) mount(place, JSON.parse(written.textContent) as Scene)
