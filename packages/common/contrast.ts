/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 (the same colour) to 21 (black on white). */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** A colour written in hex digits. */
export function hexColour(text: unknown): Rgb | undefined {
  const digits = typeof text === 'string' ? /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1] : undefined
  if (digits === undefined) return undefined
  const parts = digits.length === 3 ? [...digits].map((each) => each + each) : (digits.match(/../g) ?? [])
  return parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb
}
