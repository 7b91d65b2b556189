import { badRequest } from '../http/refusal.ts'

const MOST_BYTES = 1024
const MOST_SEGMENT_BYTES = 255

/** Code points that some disks ignore in names: `.g<U+200C>it` is `.git` there. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** Names that belong to git itself, in every spelling that some disk treats as the same. */
const GITS_OWN = /^(\.git|git~1|\.gitmodules)[ .]*(:.*)?$/i

type Rule = readonly [refused: (path: string, segments: readonly string[]) => boolean, why: string]

const RULES: readonly Rule[] = [
  [(path) => path === '', 'is empty'],
  [(path) => path.includes('\0'), 'holds a NUL'],
  [(path) => path.includes('\\'), 'holds a backslash: separate folders with "/"'],
  [(path) => /\p{Surrogate}/u.test(path), 'is not valid Unicode'],
  [(path) => Buffer.byteLength(path) > MOST_BYTES, `is longer than ${MOST_BYTES} bytes`],
  [(_, segments) => segments.includes(''), 'has an empty part'],
  [(_, segments) => segments.some((name) => name === '.' || name === '..'), 'has "." or ".." in it'],
  [(_, [first = '']) => /^[a-z]:/i.test(first), 'is absolute'],
  [(_, segments) => segments.some((name) => GITS_OWN.test(name.replace(IGNORED, ''))), "is one of git's own"],
  [
    (_, segments) => segments.some((name) => Buffer.byteLength(name) > MOST_SEGMENT_BYTES),
    `has a part longer than ${MOST_SEGMENT_BYTES} bytes`,
  ],
]

/**
 * The normal form of a data-model path: relative to the project root, with `/` between its parts. Anything else is a
 * 400.
 */
export function normalPath(given: string): string {
  const path = given.startsWith('/') ? given.slice(1) : given
  const segments = path.split('/')
  const broken = RULES.find(([refused]) => refused(path, segments))
  if (broken) throw badRequest(`the path ${JSON.stringify(given)} ${broken[1]}`)
  return path
}

/** A path cannot be both a file and the folder of another file. */
export function checkFolders(paths: Iterable<string>): void {
  const files = new Set(paths)
  for (const path of files) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (files.has(folder)) throw badRequest(`${folder} is a file, so ${path} cannot be in it`)
    }
  }
}
