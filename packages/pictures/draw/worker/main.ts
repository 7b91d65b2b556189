import { lazy } from '@boardwright/common'
import { giveUpPowers, readMessage, writeMessage } from '@boardwright/common/powerless'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { readOutline, type WrittenOutline } from '../../viewer/land/outline.ts'
import type { Asked, Drawing, Drawn, Format, Job, Material, Said } from '../job.ts'
import { withEvenDigits } from './even-digits.ts'
import { type Face, readFace } from './face.ts'
import type { Tools } from './picture.ts'
import { type Faces, lettersOf } from './text.ts'

/** The most pixels of a PNG. More would take more memory than a drawing should. */
const MOST_POINTS = 40_000_000

/**
 * Draws one picture after another in a process of its own, which the program ends if a chart takes too much time or
 * memory. It has no power over anything but its two pipes.
 */
async function work(): Promise<void> {
  const [regular, bold, other, rasteriser, world] = [readPart(), readPart(), readPart(), readPart(), readPart()]
  const draw = createDraw({ regular, bold, other, rasteriser, world })
  for (let message = readMessage(); message !== undefined; message = readMessage()) {
    const asked = JSON.parse(message.toString('utf8')) as Asked
    const fonts = Array.from({ length: asked.fonts }, readPart)
    try {
      const { bytes, ...picture } = await draw(asked, fonts)
      say({ say: 'drawn', ...picture })
      writeMessage(bytes)
    } catch (cause) {
      say({ say: 'failed', text: cause instanceof Error ? cause.message : String(cause) })
    }
  }
}

const say = (said: Said): void => writeMessage(Buffer.from(JSON.stringify(said)))

function readPart(): Uint8Array {
  const part = readMessage()
  if (part === undefined) throw new Error('the program is gone')
  return part
}

type Draw = (asked: Asked, fonts: readonly Uint8Array[]) => Promise<Drawn>

function createDraw({ regular, bold, other, rasteriser, world }: Material): Draw {
  const inter = readFace(other)
  const faces: Faces = { regular: readFace(regular), bold: readFace(bold), others: [inter] }
  const ready = lazy(() => initWasm(rasteriser))
  const own = lazy(() => [regular, bold, other].map(withEvenDigits))
  const outline = lazy(() => readOutline(JSON.parse(new TextDecoder().decode(world)) as WrittenOutline))
  return async (asked, fonts) => {
    const { format, scale } = asked
    const all: Faces = { ...faces, others: [...faces.others, ...fonts.map(readFace)] }
    const drawn =
      'svg' in asked
        ? asked
        : await drawScene(asked, { outline, lettersIn: (font) => lettersOf(facesFor(font, all, inter)) })
    const { svg, width, height } = drawn
    const told = 'notices' in drawn ? drawn : { notices: {}, places: {}, sizes: {} }
    const { notices, places, sizes, heading } = { heading: undefined, ...told }
    const picture = { width, height, lacking: lackingIn(svg, all), notices, places, sizes, heading }
    if (format === 'svg') return { ...picture, bytes: Buffer.from(`${svg}\n`) }
    await ready()
    return { ...picture, bytes: pointsOf(drawn, format, scale, [...own(), ...fonts.map(withEvenDigits)]) }
  }
}

const OWN: ReadonlySet<string> = new Set(['Roboto', 'sans-serif', 'Inter'])

/** The faces that a PNG gets for this list of fonts: those of the first font that we have. Inter has one weight here. */
function facesFor(font: string, all: Faces, inter: Face): Faces {
  const names = font.split(',').map((each) => each.trim().replace(/^(['"])(.*)\1$/, '$2'))
  if (names.find((name) => OWN.has(name)) !== 'Inter') return all
  return { regular: inter, bold: inter, others: [all.regular, ...all.others], isOneWeight: true }
}

type Svg = Pick<Drawing, 'svg' | 'width' | 'height'>

/** The code that draws charts is loaded with the first scene, because pictures of plans have no charts. */
async function drawScene(
  job: Job,
  tools: Pick<Tools, 'lettersIn' | 'outline'>,
): Promise<Svg & Pick<Drawn, 'notices' | 'places' | 'sizes' | 'heading'>> {
  const { drawPicture } = await import('./picture.ts')
  return drawPicture(withKnownModel(job), { ...tools, begin: (widget) => say({ say: 'begun', widget }) })
}

function pointsOf(
  { svg, width, height }: Svg,
  format: Exclude<Format, 'svg'>,
  wanted: number,
  fontBuffers: Uint8Array[],
): Uint8Array {
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: Math.min(wanted, Math.sqrt(MOST_POINTS / (width * height))) },
    font: { fontBuffers, defaultFontFamily: 'Roboto', sansSerifFamily: 'Roboto' },
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
  const texts = svg.replaceAll(/<(title|style)>[^<]*<\/\1>|<[^<>]*>/g, '')
  const isThere = (code: number): boolean => [regular, ...others].some((face) => face.has(code))
  return [...new Set(texts)]
    .filter((letter) => !isThere(letter.codePointAt(0) ?? 0) && !/[\s\p{Cf}\p{M}]/u.test(letter))
    .sort()
}

giveUpPowers()
void work()
