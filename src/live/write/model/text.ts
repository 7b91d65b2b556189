const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text that becomes exactly these bytes again, or undefined where there is none. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    if (cause instanceof TypeError) return undefined
    throw cause
  }
}
