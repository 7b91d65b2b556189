import { z } from 'zod'
import { ELEMENTS, isInert } from '../viewer/inert.ts'
import type { Format } from './job.ts'

/** A process that draws runs what others wrote, so nothing that it says is believed without a look. */

/** In bytes. The largest picture is one of 40 million pixels. */
export const MOST_BYTES = 256 * 1024 * 1024

const SIDE = z.number().positive().max(10_000_000)
const PLACE = z.number().min(-10_000_000).max(10_000_000)
const TEXT = z.string().max(10_000)
const BOX = { x: PLACE, y: PLACE, width: PLACE, height: PLACE }

const SAID = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('begun'), widget: z.string() }),
  z.strictObject({ say: z.literal('failed'), text: z.string().transform((text) => text.slice(0, 1_000)) }),
  z.strictObject({
    say: z.literal('drawn'),
    width: SIDE,
    height: SIDE,
    lacking: z.array(z.string().max(8)).max(200_000),
    notices: z.record(z.string(), TEXT),
    places: z.record(z.string(), z.strictObject(BOX)),
    sizes: z.record(z.string(), z.record(z.string(), z.number().min(0).max(10_000_000))),
    heading: z.strictObject({ ...BOX, text: TEXT }).optional(),
  }),
])

/** What a process said, or undefined if it makes no sense. */
export function readSaid(message: Buffer): z.output<typeof SAID> | undefined {
  try {
    return SAID.safeParse(JSON.parse(message.toString('utf8'))).data
  } catch {
    return undefined
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Whether these bytes are a picture of this format, with nothing in it that acts or loads. */
export const IS_PICTURE: Readonly<Record<Format, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, PNG.length).equals(PNG),
  rgb: (bytes) => bytes.length % 3 === 0,
  svg: (bytes) => isInertSvg(bytes.toString('utf8')),
}

const TAG = /<(?:\/([a-zA-Z]+)\s*|([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?)>/y
const ATTRIBUTE = /(?<![\w:-])([\w:-]+)="([^"<]*)"/g

/** Whether an SVG holds only shapes and texts, and refers only to itself. */
function isInertSvg(svg: string): boolean {
  for (let at = svg.indexOf('<'); at !== -1; at = svg.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at
    const [, end, start, attributes = ''] = TAG.exec(svg) ?? []
    if (!ELEMENTS.has(end ?? start ?? '')) return false
    for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) if (!isInert(name, value)) return false
  }
  return true
}
