import { inflateSync } from 'node:zlib'
import { expect } from 'vitest'

export interface Decoded {
  readonly width: number
  readonly height: number
  readonly types: readonly string[]
  readonly at: (x: number, y: number) => readonly [number, number, number]
  /** Such as `faf7f2`. */
  readonly colourAt: (x: number, y: number) => string
}

/** CRC-32 as in the PNG specification, so that no library is used to check itself. */
function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}

/**
 * Reads PNGs with eight bits per channel, with or without transparency: those that we write, and those from Chromium.
 */
export function readPng(bytes: Uint8Array): Decoded {
  const file = Buffer.from(bytes)
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const named = file.subarray(at + 4, at + 8 + length)
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc(named))
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) })
    at += 12 + length
  }
  const header = chunks[0]?.data ?? Buffer.alloc(13)
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]
  expect(depth).toBe(8)
  expect([2, 6]).toContain(kind)
  const channels = kind === 6 ? 4 : 3
  const rows = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)))
  expect(rows).toHaveLength((width * channels + 1) * height)
  const pixels = unfilter(rows, width * channels, height, channels)
  const at = (x: number, y: number): readonly [number, number, number] => {
    const start = (y * width + x) * channels
    return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0]
  }
  const colourAt = (x: number, y: number): string => Buffer.from(at(x, y)).toString('hex')
  return { width, height, types: chunks.map(({ type }) => type), at, colourAt }
}

function unfilter(rows: Buffer, stride: number, height: number, channels: number): Uint8Array {
  const pixels = new Uint8Array(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)] ?? 0
    for (let column = 0; column < stride; column += 1) {
      const to = row * stride + column
      const left = column < channels ? 0 : (pixels[to - channels] ?? 0)
      const above = row === 0 ? 0 : (pixels[to - stride] ?? 0)
      const corner = row === 0 || column < channels ? 0 : (pixels[to - stride - channels] ?? 0)
      pixels[to] = (rows[row * (stride + 1) + 1 + column] ?? 0) + guess(filter, left, above, corner)
    }
  }
  return pixels
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return Math.floor((left + above) / 2)
  if (filter !== 4) return 0
  const sum = left + above - corner
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}
