const FRAME = /(blob:(?:(?!blob:)[^\s()])+):(\d+):\d+/g

export interface Place {
  readonly address: string
  readonly line: number
}

/** An error in the app's terms: its file and line if known, and no URLs of this page. */
export function failureText(cause: unknown, pathOf: ReadonlyMap<string, string>, reported?: Place): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  const place = [...placesIn(cause), ...(reported ? [reported] : [])].find(({ address }) => pathOf.has(address))
  const named = [...pathOf].reduce((said, [address, path]) => said.replaceAll(address, path), text)
  return place ? `${pathOf.get(place.address)}:${place.line}: ${named}` : named
}

const placesIn = (cause: unknown): Place[] =>
  cause instanceof Error
    ? [...(cause.stack ?? '').matchAll(FRAME)].map(([, address = '', line]) => ({ address, line: Number(line) }))
    : []
