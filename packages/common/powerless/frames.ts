/** Messages through a pipe: the length of each in four bytes, then its bytes. */

export const LENGTH = 4

export function lengthOf(message: Uint8Array): Buffer {
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32LE(message.length)
  return length
}

/** Cuts what arrives into messages. Throws if one claims to be longer than `most`. */
export function createReader(hear: (message: Buffer) => void, most: number): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let held = 0
  const join = (): Buffer => {
    const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts = [whole]
    return whole
  }
  return (chunk) => {
    parts.push(chunk)
    held += chunk.length
    while (held >= LENGTH) {
      const first = parts[0]
      const length = (first && first.length >= LENGTH ? first : join()).readUInt32LE(0)
      if (length > most) throw new RangeError(`a message of ${length} bytes`)
      if (held < LENGTH + length) return
      const whole = join()
      held -= LENGTH + length
      parts = [whole.subarray(LENGTH + length)]
      hear(whole.subarray(LENGTH, LENGTH + length))
    }
  }
}
