import { stringifyJson } from '@boardwright/common'
import type { Scene } from '@boardwright/pictures'
import { asOpened, createPainter } from '@boardwright/pictures/draw'
import { sha256Of } from '../../content/digest.ts'

export interface Thumbnails {
  readonly draw: (page: string, scene: Scene, isDark: boolean) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

const WIDTH = 1280
/** Wide enough for a card of 360 pixels on a fine screen. */
const SCALE = 0.5

/** Small pictures of dashboards, kept until what they show changes. */
export function createThumbnails(): Thumbnails {
  const painter = createPainter({ seconds: 10, around: 30 })
  const kept = new Map<string, { readonly of: string; readonly png: Promise<Uint8Array> }>()
  const paint = async (scene: Scene, isDark: boolean): Promise<Uint8Array> => {
    const job = { scene: asOpened(scene), width: WIDTH, isDark, format: 'png', scale: SCALE } as const
    return (await painter.draw(job)).bytes
  }
  return {
    draw(page, scene, isDark) {
      const name = `${isDark} ${page}`
      const of = sha256Of(stringifyJson(scene))
      const known = kept.get(name)
      if (known && known.of === of) return known.png
      const png = paint(scene, isDark)
      kept.set(name, { of, png })
      png.catch(() => kept.delete(name))
      return png
    },
    close: () => painter.close(),
  }
}
