/** A path pattern for faults and people: `*` stands for one segment or a part of it, `**` for any rest. */
export function matchesPath(pattern: string, path: string): boolean {
  const source = pattern
    .split('**')
    .map((part) => part.split('*').map(escapeText).join('[^/]*'))
    .join('.*')
  return new RegExp(`^${source}$`).test(path)
}

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

export const matchesMethod = (wanted: string, method: string): boolean =>
  wanted === '*' || wanted.toUpperCase() === method
