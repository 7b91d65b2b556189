import { hash } from 'node:crypto'
import { stringifyJson } from '@boardwright/common'
import type { Scene } from '../scene.ts'
import type { Job, Picture } from './job.ts'
import { asOpened } from './opened.ts'
import { createPainter, type Limits, type Painter } from './painter.ts'
import { thumbnailWidth } from './sketch.ts'

/** Where pictures are kept from run to run: one for each name, found only while it is of the same. */
export interface Album {
  readonly find: (name: string, of: string) => Uint8Array | undefined
  readonly keep: (name: string, of: string, png: Uint8Array) => Promise<void>
}

export interface Thumbnails {
  readonly draw: (page: string, scene: Scene, isDark: boolean) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

/** Wide enough for a card of 360 pixels on a fine screen. */
const PIXELS = 640

/** A small picture, of the shape of a card. */
export function thumbnailJob(scene: Scene, isDark: boolean): Job {
  const width = thumbnailWidth(scene)
  return { scene: asOpened(scene), width, isDark, format: 'png', scale: PIXELS / width }
}

/** Small pictures of dashboards, kept until what they show changes. Nothing runs while nobody waits for one. */
export function createThumbnails(limits: Partial<Limits> = {}, album?: Album): Thumbnails {
  let painter: Painter | undefined
  let waiting = 0
  const kept = new Map<string, { readonly of: string; readonly png: Promise<Uint8Array> }>()
  const close = async (): Promise<void> => {
    const idle = painter
    painter = undefined
    await idle?.close()
  }
  const take = async (name: string, of: string, scene: Scene, isDark: boolean): Promise<Uint8Array> => {
    const found = album?.find(name, of)
    if (found) return found
    const { bytes, stopped } = await paint(scene, isDark)
    // What took too long today may have time tomorrow.
    if (Object.keys(stopped).length === 0) await album?.keep(name, of, bytes)
    return bytes
  }
  const paint = async (scene: Scene, isDark: boolean): Promise<Picture> => {
    painter ??= createPainter({ seconds: 10, around: 30, ...limits })
    waiting += 1
    try {
      return await painter.draw(thumbnailJob(scene, isDark))
    } finally {
      waiting -= 1
      if (waiting === 0) await close()
    }
  }
  return {
    draw(page, scene, isDark) {
      const name = `${isDark} ${page}`
      const of = hash('sha256', stringifyJson(scene))
      const known = kept.get(name)
      if (known && known.of === of) return known.png
      const png = take(name, of, scene, isDark)
      kept.set(name, { of, png })
      png.catch(() => kept.delete(name))
      return png
    },
    close,
  }
}
