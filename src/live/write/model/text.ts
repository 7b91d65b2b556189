const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text that encodes to exactly these bytes, or undefined if there is none. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    if (cause instanceof TypeError) return undefined
    throw cause
  }
}

/** Sent as JSON, a text may become longer. The platform's limit is unknown, but this much has to work. */
const LARGEST_TEXT = 8 * 1024 * 1024

/** Why a file cannot be written to a fork; undefined if it can. */
export function notForForks(bytes: Uint8Array | null): string | undefined {
  if (bytes === null) return undefined
  if (bytes.length > LARGEST_TEXT) return `is larger than ${LARGEST_TEXT / 1024 / 1024} MB`
  return exactText(bytes) === undefined ? 'is not text' : undefined
}
