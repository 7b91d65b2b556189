import { nearest } from '../content/nearest.ts'
import type { Problem } from '../content/problem.ts'
import type { Place } from '../errors.ts'
import { baseOf, CONTENT, type DocumentKind, directoryOf, roleOf, workbookDirectories } from './layout.ts'
import { decodeText } from './text.ts'
import type { YamlRead } from './yaml/read.ts'

/** Path from the project root -> bytes. */
export type TreeFiles = ReadonlyMap<string, Uint8Array>

export interface Side {
  readonly file: string
  readonly text: string
}

/** A YAML file of the tree as it is written, with the long texts that stand beside it. */
export interface Document {
  readonly kind: DocumentKind
  readonly file: string
  readonly text: string
  readonly value: unknown
  /** By the key that the text fills: of a report `sql`, `pythonCode`, ...; of a dashboard the name of an app file. */
  readonly sides: Readonly<Record<string, Side>>
  readonly placeOf: (path: readonly (string | number)[], what?: 'key' | 'value') => Place & { readonly length: number }
}

export interface DocumentsRead {
  readonly documents: readonly Document[]
  /** Documents that are there and cannot be read. */
  readonly broken: readonly string[]
  readonly problems: readonly Problem[]
}

/** How a YAML text is read: given, so that a cache can stand in between. */
export type ReadYaml = (text: string, file: string) => YamlRead

/** Files that are laid over those of a tree: a text of a document may stand without the document. */
export interface Patches {
  readonly base: Iterable<string>
}

/** Reads every document below `content/`. What nobody names, and what belongs to a document that is not there, is a problem. */
export function readDocuments(files: TreeFiles, readYaml: ReadYaml, patches?: Patches): DocumentsRead {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${CONTENT}/`) && !hidden(path)).sort()
  const workbooks = workbookDirectories(patches?.base ?? paths)
  const problems: Problem[] = []
  const sides = new Map<string, Record<string, Side>>()
  const found: { file: string; kind: DocumentKind }[] = []
  const text = (file: string): string | undefined => {
    const decoded = decodeText(files.get(file) ?? new Uint8Array(), file)
    if (typeof decoded === 'string') return decoded
    problems.push(decoded)
    return undefined
  }

  for (const file of paths) {
    const role = roleOf(file, workbooks)
    if (role.role === 'document') found.push({ file, kind: role.kind })
    else if (role.role === 'unknown' || !(files.has(role.of) || patches))
      problems.push(unnamed(file, role.role === 'unknown' ? undefined : role.of, paths))
    else {
      const sideText = text(file)
      if (sideText === undefined) continue
      const key = role.role === 'app' ? role.name : role.key
      sides.set(role.of, {
        ...sides.get(role.of),
        [key]: { file, text: role.role === 'app' ? sideText : withoutFinalNewline(sideText) },
      })
    }
  }

  const documents = found.flatMap(({ file, kind }): Document[] => {
    const written = text(file)
    if (written === undefined) return []
    const { value, placeOf, problems: wrong } = readYaml(written, file)
    problems.push(...wrong)
    return wrong.length > 0 ? [] : [{ kind, file, text: written, value, sides: sides.get(file) ?? {}, placeOf }]
  })
  const alone = patches
    ? [...sides].filter(([file]) => !files.has(file)).map(([file, own]) => sidesAlone(file, own))
    : []
  const read = new Set(documents.map(({ file }) => file))
  const broken = found.map(({ file }) => file).filter((file) => !read.has(file))
  return { documents: [...documents, ...alone], broken, problems }
}

/** A document of a patch that has texts beside it only. */
const sidesAlone = (file: string, sides: Record<string, Side>): Document => ({
  kind: file.endsWith('/dashboard.yaml') ? 'dashboard' : 'report',
  file,
  text: '',
  value: {},
  sides,
  placeOf: () => ({ file, length: 1 }),
})

/** Exactly one final line feed is the file's, not the text's. */
const withoutFinalNewline = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** Files of editors and systems are nobody's business. */
const hidden = (path: string): boolean => path.startsWith('.') || path.includes('/.')

function unnamed(file: string, owner: string | undefined, paths: readonly string[]): Problem {
  const at = { file }
  if (owner !== undefined) return { kind: 'FILE_UNKNOWN', at, message: `belongs to ${owner}, which is not there` }
  const here = directoryOf(file)
  const near = nearest(baseOf(file), ['folder.yaml', 'workbook.yaml', 'dashboard.yaml'])
  const hint = near !== undefined && !paths.includes(`${here}/${near}`) ? `did you mean "${near}"?` : undefined
  return {
    kind: 'FILE_UNKNOWN',
    at,
    message: 'no file of the tree names this file',
    ...(hint === undefined ? {} : { hint }),
  }
}
