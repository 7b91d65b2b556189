import { readSync, writeSync } from 'node:fs'
import { LENGTH, lengthOf } from './frames.ts'

/** The two pipes to the program, read and written at once: streams would need what this process gave up. */
const [FROM, TO] = [0, 1]

/** The next message, or undefined if the program is gone. */
export function readMessage(): Buffer | undefined {
  const length = readBytes(LENGTH)
  return length && readBytes(length.readUInt32LE(0))
}

function readBytes(count: number): Buffer | undefined {
  const bytes = Buffer.alloc(count)
  for (let at = 0; at < count; ) {
    const read = readSome(bytes, at)
    if (read === 0) return undefined
    at += read
  }
  return bytes
}

function readSome(bytes: Buffer, at: number): number {
  try {
    return readSync(FROM, bytes, at, bytes.length - at, null)
  } catch (cause) {
    // The end of a pipe on Windows.
    if ((cause as { code?: unknown }).code === 'EOF') return 0
    throw cause
  }
}

export function writeMessage(message: Uint8Array): void {
  for (const bytes of [lengthOf(message), message]) for (let at = 0; at < bytes.length; ) at += writeSync(TO, bytes, at)
}
