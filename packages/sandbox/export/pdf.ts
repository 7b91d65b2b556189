import { deflateSync } from 'node:zlib'

/** Three bytes per pixel. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Points of a page for one pixel: 96 pixels and 72 points are an inch. */
const POINTS = 0.75

/** A PDF whose one page is the picture. */
export function encodePdf({ width, height, data }: Pixels): Buffer {
  const [pageWidth, pageHeight] = [width * POINTS, height * POINTS]
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB`
  return join([
    dictionary('/Type /Catalog /Pages 2 0 R'),
    dictionary('/Type /Pages /Kids [3 0 R] /Count 1'),
    dictionary(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] ` +
        '/Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R',
    ),
    stream(`${image} /Filter /FlateDecode`, deflateSync(data)),
    stream('', Buffer.from(`q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Picture Do Q`)),
  ])
}

const dictionary = (entries: string): Buffer => Buffer.from(`<< ${entries} >>`)

const stream = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')])

/** Objects, numbered from 1, and the table of their offsets. */
function join(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    places.push(length)
    parts.push(part)
    length += part.length
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`))
  return Buffer.concat(parts)
}
