import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Asked, Drawing, Format, Job, Material, Picture, Said } from '../job.ts'
import { readFace } from './face.ts'
import { type Faces, type Letters, lettersOf } from './text.ts'

/** The most pixels of a PNG. More would take more memory than a worker should. */
const MOST_POINTS = 40_000_000

/**
 * Draws one picture after another, apart from the program, which ends this worker if a chart takes too much time or
 * memory.
 */
const { regular, bold, other, rasteriser } = workerData as Material
const inter = readFace(other)
const faces: Faces = { regular: readFace(regular), bold: readFace(bold), others: [inter] }
let ready: Promise<void> | undefined

const say = (said: Said): void => parentPort?.postMessage(said)

parentPort?.on('message', (asked: Asked) => {
  draw(asked).catch((cause: unknown) =>
    say({ say: 'failed', text: cause instanceof Error ? cause.message : String(cause) }),
  )
})

async function draw(asked: Asked): Promise<void> {
  const { format, scale, fonts = [] } = asked
  const all: Faces = { ...faces, others: [...faces.others, ...fonts.map(readFace)] }
  const drawn = 'svg' in asked ? asked : await drawScene(asked, (font) => lettersOf(facesFor(font, all)))
  const { svg, width, height } = drawn
  const notices = 'notices' in drawn ? drawn.notices : {}
  const bytes = format === 'svg' ? new TextEncoder().encode(`${svg}\n`) : await pointsOf(drawn, format, scale, fonts)
  say({ say: 'drawn', picture: { bytes, width, height, lacking: lackingIn(svg, all), notices } })
}

const OWN: ReadonlySet<string> = new Set(['Roboto', 'sans-serif', 'Inter'])

/** The faces that a PNG gets for this list of fonts: those of the first font that we have. Inter has one weight here. */
function facesFor(font: string, all: Faces): Faces {
  const names = font.split(',').map((each) => each.trim().replace(/^(['"])(.*)\1$/, '$2'))
  if (names.find((name) => OWN.has(name)) !== 'Inter') return all
  return { regular: inter, bold: inter, others: [all.regular, ...all.others] }
}

type Drawn = Pick<Drawing, 'svg' | 'width' | 'height'> & Pick<Picture, 'notices'>

/** The code that draws charts is loaded with the first scene, because pictures of plans have no charts. */
async function drawScene(job: Job, lettersIn: (font: string) => Letters): Promise<Drawn> {
  const { drawPicture } = await import('./picture.ts')
  return drawPicture(withKnownModel(job), lettersIn, (widget) => say({ say: 'begun', widget }))
}

async function pointsOf(
  { svg, width, height }: Pick<Drawn, 'svg' | 'width' | 'height'>,
  format: Exclude<Format, 'svg'>,
  wanted: number,
  fonts: readonly Uint8Array[],
): Promise<Uint8Array> {
  ready ??= initWasm(rasteriser)
  await ready
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: Math.min(wanted, Math.sqrt(MOST_POINTS / (width * height))) },
    font: {
      fontBuffers: [regular, bold, other, ...fonts],
      ...{ defaultFontFamily: 'Roboto', sansSerifFamily: 'Roboto' },
    },
  })
  const image = drawn.render()
  try {
    return format === 'png' ? image.asPng() : withoutAlpha(image.pixels)
  } finally {
    image.free()
    drawn.free()
  }
}

/** Drops the alpha channel. The page covers the whole picture, so nothing shows through. */
function withoutAlpha(pixels: Uint8Array): Uint8Array {
  const points = new Uint8Array((pixels.length / 4) * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) points.set(pixels.subarray(from, from + 3), to)
  return points
}

let lastModel: { readonly text: string; readonly model: Job['scene']['model'] } | undefined

/**
 * Uses the same model object for equal models, because each job brings a copy, and a company is made up once per
 * object.
 */
function withKnownModel(job: Job): Job {
  const text = JSON.stringify(job.scene.model ?? null)
  if (lastModel?.text !== text) lastModel = { text, model: job.scene.model }
  return { ...job, scene: { ...job.scene, model: lastModel.model } }
}

/** Letters in the SVG's texts that no font has. Marks and joiners do not count, because they are parts of letters. */
function lackingIn(svg: string, { regular, others }: Faces): string[] {
  const texts = svg.replaceAll(/<(title|style)>[^<]*<\/\1>|<[^>]*>/g, '')
  const isThere = (code: number): boolean => [regular, ...others].some((face) => face.has(code))
  return [...new Set(texts)]
    .filter((letter) => !isThere(letter.codePointAt(0) ?? 0) && !/[\s\p{Cf}\p{M}]/u.test(letter))
    .sort()
}
