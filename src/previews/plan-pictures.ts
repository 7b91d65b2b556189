import { lazy } from '@boardwright/common'
import { renderSvg, type Sheet } from '@boardwright/pictures'
import { createPainter, type Painter } from '@boardwright/pictures/draw'
import type { Plan } from '../project/plan.ts'
import { MOST_PIXELS, picturesOf } from '../words/pictures.ts'

export interface PictureFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * An SVG of each changed dashboard and a PNG of the same drawing, in the order of the plan, each as soon as it is
 * ready.
 */
export async function* pictureFiles(plan: Plan): AsyncGenerator<PictureFile> {
  const painter = lazy(createPainter)
  const files = picturesOf(plan).map(async ({ stem, draw }, index): Promise<PictureFile[]> => {
    const sheet = draw()
    if (sheet === undefined) return []
    const svg = { name: `${stem}.svg`, bytes: Buffer.from(renderSvg(sheet)) }
    return index < MOST_PIXELS ? [svg, { name: `${stem}.png`, bytes: await pngOf(sheet, painter()) }] : [svg]
  })
  const ended = Promise.allSettled(files)
  try {
    for (const each of files) yield* await each
  } finally {
    await painter().close()
    await ended
  }
}

/** For occasional pictures: one process, kept waiting for the next. */
const waiting = lazy(() => createPainter({ processes: 1 }))

/** A drawing as a PNG of at most `most` bytes. Undefined if even the coarse one is larger. */
export async function pngWithin(sheet: Sheet, most: number): Promise<Uint8Array | undefined> {
  const fine = await pngOf(sheet, waiting())
  if (fine.length <= most) return fine
  const coarse = await pngOf(sheet, waiting(), 1)
  return coarse.length <= most ? coarse : undefined
}

/** Pictures with more pixels than this are not drawn at double size. */
const MOST_FOR_TWICE = 12_000_000

const scaleFor = ({ width, height }: Sheet): number => (width * height * 4 > MOST_FOR_TWICE ? 1 : 2)

async function pngOf(sheet: Sheet, painter: Painter, scale = scaleFor(sheet)): Promise<Uint8Array> {
  const { width, height } = sheet
  return (await painter.draw({ svg: renderSvg(sheet), width, height, format: 'png', scale })).bytes
}
