import { joined, pattern } from '@boardwright/common'
/** A path pattern for faults and people: `*` stands for one segment or a part of it, `**` for any rest. */
export function matchesPath(wanted: string, path: string): boolean {
  const rests = wanted.split('**').map((part) => joined(part.split('*'), /[^/]*/))
  return pattern()`^${joined(rests, /.*/)}$`.test(path)
}

export const matchesMethod = (wanted: string, method: string): boolean =>
  wanted === '*' || wanted.toUpperCase() === method
