import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from './raster.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const EIGHT_BITS = 8
const RGB = 2
const FILTER_UP = 2

/** A PNG with three bytes per pixel. Each row is stored as its difference from the one above: most are equal. */
export function encodePng({ width, height, data }: Pixels): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([EIGHT_BITS, RGB, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered(data, width * 3, height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function filtered(data: Uint8Array, stride: number, height: number): Buffer {
  const rows = Buffer.alloc((stride + 1) * height)
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1)
    const from = row * stride
    rows[to] = FILTER_UP
    for (let at = 0; at < stride; at += 1) {
      const above = row === 0 ? 0 : (data[from - stride + at] ?? 0)
      rows[to + 1 + at] = (data[from + at] ?? 0) - above
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
