import { readYaml, type YamlRead } from '@boardwright/common/yaml'
import type { RenderedDocument } from '../../config/render.ts'
import type { Document, TreeFiles } from '../../serialize/documents.ts'
import { type RepositoryStart, startRepository } from '../../workspace/history.ts'

/** What a project reads once for all its targets. */
export interface SharedReading {
  readonly repository: RepositoryStart
  readonly readYaml: typeof readYaml
  /** Something that depends only on these files, made once for them. */
  readonly of: <T>(files: TreeFiles, what: string, make: () => T) => T
  /** A rendered document, shared by all targets that give its variables the same values. */
  readonly rendered: (document: Document, variables: Variables, render: () => RenderedDocument) => RenderedDocument
  /** How many texts were parsed. */
  readonly parsed: () => number
}

type Variables = Readonly<Record<string, string>>

interface Remembered {
  readonly rendered: RenderedDocument
  /** The variables in it, with the values they had. */
  readonly used: ReadonlyMap<string, string | undefined>
}

interface Sharing {
  readonly root: string
  readonly shared?: SharedReading | undefined
}

export function shareReading<T extends Sharing>(project: T): T & { readonly shared: SharedReading } {
  const texts = new Map<string, YamlRead>()
  let parsed = 0
  const known = new WeakMap<TreeFiles, Map<string, unknown>>()
  /** One rendering of each document, however many targets there are. */
  const renderings = new WeakMap<Document, Remembered>()
  const shared: SharedReading = {
    repository: startRepository(project.root),
    readYaml(text, file) {
      const key = `${file}\n${text}`
      const known = texts.get(key)
      if (known) return known
      parsed += 1
      const read = readYaml(text, file)
      texts.set(key, read)
      return read
    },
    of<T>(files: TreeFiles, what: string, make: () => T): T {
      const made = known.get(files) ?? new Map<string, unknown>()
      known.set(files, made)
      if (!made.has(what)) made.set(what, make())
      return made.get(what) as T
    },
    rendered(document, variables, render) {
      const last = renderings.get(document)
      if (last && [...last.used].every(([name, value]) => variables[name] === value)) return last.rendered
      const rendered = render()
      const used = new Map([...rendered.used].map((name) => [name, variables[name]]))
      if (rendered.problems.length === 0) renderings.set(document, { rendered, used })
      return rendered
    },
    parsed: () => parsed,
  }
  return { ...project, shared }
}

/** Makes it once if many targets are read, and each time if there is only one. */
export const madeOnce = <T>({ shared }: Pick<Sharing, 'shared'>, files: TreeFiles, what: string, make: () => T): T =>
  shared ? shared.of(files, what, make) : make()
