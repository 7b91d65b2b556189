import type { Config } from '../config/model.ts'
import type { Problem } from '../content/problem.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { readYaml, type YamlRead } from '../serialize/yaml/read.ts'
import { type RepositoryStart, startRepository } from '../workspace/history.ts'

interface ConfigThen {
  readonly config: Config | undefined
  readonly problems: readonly Problem[]
}

/** What a project reads once for all its targets: git's answers, old configurations, and the YAML of every document. */
export interface SharedReading {
  readonly repository: RepositoryStart
  readonly configs: WeakMap<TreeFiles, ConfigThen>
  readonly readYaml: typeof readYaml
  /** How many texts were parsed. */
  readonly parsed: () => number
}

export function shareReading<T extends { readonly root: string }>(project: T): T & { readonly shared: SharedReading } {
  const known = new Map<string, YamlRead>()
  const shared: SharedReading = {
    repository: startRepository(project.root),
    configs: new WeakMap(),
    readYaml(text, file) {
      const key = `${file}\n${text}`
      const read = known.get(key) ?? readYaml(text, file)
      known.set(key, read)
      return read
    },
    parsed: () => known.size,
  }
  return { ...project, shared }
}
