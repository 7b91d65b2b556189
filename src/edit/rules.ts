import { BoardwrightError, isMap } from '@boardwright/common'
import { editYaml, printYaml, readYaml } from '@boardwright/common/yaml'
import { findRule } from '../check/rules.ts'
import { DIFFERENCE } from '../config/waivers.ts'
import { type Project, readProjectConfig } from '../project/local/project.ts'
import { CONFIG_FILE } from '../project/local/root.ts'
import { RULES_DIRECTORY } from '../rules/file.ts'
import type { RuleKind } from '../rules/kinds.ts'
import { writeTree } from '../workspace/write.ts'

export interface WaiverWanted {
  readonly rule: string
  readonly path: string
  readonly units: readonly string[]
  readonly reason: string
  readonly owner: string
  readonly expires: string
}

/** Adds a waiver to boardwright.yaml. Everything else in the file stays as it is, comments too. */
export async function addWaiver(project: Project, wanted: WaiverWanted, today: string): Promise<string> {
  const { root, files } = project
  if (wanted.rule !== DIFFERENCE) findRule(project, wanted.rule)
  const text = new TextDecoder().decode(files.get(CONFIG_FILE))
  const { value } = readYaml(text, CONFIG_FILE)
  const before = isMap(value) ? value : {}
  const { units, ...rest } = wanted
  const waiver = { rule: rest.rule, path: rest.path, ...(units.length > 0 ? { units } : {}), ...restOf(rest) }
  const all = Array.isArray(before['waivers']) ? (before['waivers'] as readonly unknown[]) : []
  const after = editYaml(text, { ...before, waivers: [...all, waiver] })
  const changed = new Map([...files, [CONFIG_FILE, new TextEncoder().encode(after)]])
  const known = new Set(project.problems.map(({ message }) => message))
  const [wrong] = readProjectConfig(changed, today).problems.filter(({ message }) => !known.has(message))
  if (wrong) throw new BoardwrightError('USAGE', wrong.message, { hint: wrong.hint ?? 'Change what is wrong with it.' })
  await writeTree(root, new Map([[CONFIG_FILE, after]]))
  return CONFIG_FILE
}

const restOf = ({ reason, owner, expires }: Pick<WaiverWanted, 'reason' | 'owner' | 'expires'>) => ({
  reason,
  owner,
  expires,
})

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Writes a rule to begin with: sound, and with examples. A built-in one is copied under the new name. */
export async function createRule(
  project: Project,
  { name, on, from }: { readonly name: string; readonly on: RuleKind; readonly from: string | undefined },
): Promise<string> {
  const file = `${RULES_DIRECTORY}/${name}.yaml`
  if (!NAME.test(name))
    throw new BoardwrightError('USAGE', `"${name}" cannot be the name of a rule`, {
      hint: 'Write lower-case words and digits, joined by "-".',
    })
  if (project.files.has(file)) throw new BoardwrightError('PATH_TAKEN', `${file} is there already`)
  const rule = from === undefined ? undefined : findRule(project, from)
  if (rule && 'own' in rule)
    throw new BoardwrightError('USAGE', `"${from}" is not a rule in a file`, { hint: 'Name one that is built in.' })
  await writeTree(project.root, new Map([[file, rule?.text ?? printYaml(begin(on))]]))
  return file
}

const begin = (kind: RuleKind) => ({
  on: { kind },
  must: { name: { minLength: 3 } },
  message: '{name} is too short a name',
  why: 'Say why there is this rule, or where to read about it.',
  examples: { good: [{ name: 'Revenue' }], bad: [{ name: 'R' }] },
})
