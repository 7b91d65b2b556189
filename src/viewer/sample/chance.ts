/** A pseudo-random number in [0, 1) that is always the same for a text. */
export function chance(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export const pick = <T>(values: readonly T[], text: string): T | undefined =>
  values[Math.floor(chance(text) * values.length)]

/** Shares from large to small, like sizes of customers and cities; their sum is one. */
export function shares(count: number, text: string): number[] {
  const raw = Array.from({ length: count }, (_, index) => (0.75 + chance(`${text}/${index}`) * 0.5) / (index + 1.6))
  const sum = raw.reduce((total, each) => total + each, 0)
  return raw.map((each) => each / sum)
}
