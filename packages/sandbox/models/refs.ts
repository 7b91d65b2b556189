const PREFIX = 'refs/heads/'
/** A lock file beside the ref needs room for its suffix, and file systems stop at 255 bytes. */
const MOST_PART_BYTES = 240

/**
 * The ref of a branch. What git refuses in refs is percent-encoded, and so is `%`, so that the name can be decoded. A
 * plain name is its own ref: `git log feature/x` works as people expect.
 */
export function refOf(branch: string): string {
  const parts = branch.split('/').map((part) =>
    part
      .replace(/[\x00-\x20\x7f~^:?*[\]\\%]/g, percent)
      .replace(/@(?=\{)/g, percent)
      .replace(/^\./, percent)
      .replace(/\.(?=\.)/g, percent)
      .replace(/\.$/, percent)
      .replace(/\.(?=lock$)/i, percent),
  )
  // An empty part means a slash at an end or next to another one; git refuses those too.
  const ref = parts.reduce(
    (joined, part, index) => `${joined}${part === '' || parts[index - 1] === '' ? '%2F' : '/'}${part}`,
  )
  return `${PREFIX}${ref}`
}

const percent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** The branch of a ref, or undefined if no branch has that ref. */
export function branchOf(ref: string): string | undefined {
  if (!ref.startsWith(PREFIX)) return undefined
  const branch = ref
    .slice(PREFIX.length)
    .replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return refOf(branch) === ref ? branch : undefined
}

/** Why no branch can have this name, regardless of whether it is taken. */
export function refuseName(branch: string): string | undefined {
  if (branch === '') return 'is empty'
  if (/\p{Surrogate}/u.test(branch)) return 'is not valid Unicode'
  if (
    refOf(branch)
      .split('/')
      .some((part) => Buffer.byteLength(part) > MOST_PART_BYTES)
  )
    return 'is too long'
  return undefined
}
