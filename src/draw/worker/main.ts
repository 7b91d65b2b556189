import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Job, Material, Said } from '../job.ts'
import { readFace } from './face.ts'
import { drawPicture } from './picture.ts'
import { lettersOf } from './text.ts'

/** Points of a PNG: more of them would take more memory than a worker should. */
const MOST_POINTS = 40_000_000

/** Draws one picture after another, away from the program: it is ended when a chart takes too long or too much. */
const { regular, bold, other, rasteriser } = workerData as Material
const faces = { regular: readFace(regular), bold: readFace(bold), other: readFace(other) }
const letters = lettersOf(faces)
let ready: Promise<void> | undefined

const say = (said: Said): void => parentPort?.postMessage(said)

parentPort?.on('message', (job: Job) => {
  draw(job).catch((cause: unknown) =>
    say({ say: 'failed', text: cause instanceof Error ? cause.message : String(cause) }),
  )
})

async function draw(job: Job): Promise<void> {
  const { svg, width, height } = await drawPicture(job, letters, (widget) => say({ say: 'begun', widget }))
  const bytes =
    job.format === 'svg' ? new TextEncoder().encode(`${svg}\n`) : await pixelsOf(svg, width, height, job.scale)
  say({ say: 'drawn', picture: { bytes, width, height, lacking: lackingIn(svg) } })
}

async function pixelsOf(svg: string, width: number, height: number, wanted: number): Promise<Uint8Array> {
  ready ??= initWasm(rasteriser)
  await ready
  const scale = Math.min(wanted, Math.sqrt(MOST_POINTS / (width * height)))
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontBuffers: [regular, bold, other], defaultFontFamily: 'Roboto', sansSerifFamily: 'Roboto' },
  })
  const image = drawn.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawn.free()
  }
}

/** What stands between tags, as far as no font has a letter for it. Marks and joiners are parts of letters. */
function lackingIn(svg: string): string[] {
  const texts = svg.replaceAll(/<title>[^<]*<\/title>|<[^>]*>/g, '')
  const isThere = (code: number): boolean => faces.regular.has(code) || faces.other.has(code)
  return [...new Set(texts)]
    .filter((letter) => !isThere(letter.codePointAt(0) ?? 0) && !/[\s\p{Cf}\p{M}]/u.test(letter))
    .sort()
}
