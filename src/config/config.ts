import { isDeepStrictEqual } from 'node:util'
import { didYouMean, nearest } from '@boardwright/common'
import { someOf } from '../content/counted.ts'
import { ACCOUNT_KINDS, LISTS } from '../content/kinds.ts'
import type { FileValueRead, Problem, ValuePath } from '../content/problem.ts'
import { lostNameProblems, schemaProblems } from '../content/schema-problems.ts'
import { type Layers, readLayers } from './layers.ts'
import type { Config, Target } from './model.ts'
import { isOverlayMap } from './overlays.ts'
import { type ResolvedTarget, resolveTargets } from './resolve.ts'
import { ignoredIn, readRules } from './rules.ts'
import { ConfigFile, TargetFile } from './schema.ts'
import { matchesAny } from './scope.ts'
import { isCredential, secretProblems } from './secrets.ts'
import { tokenVariable } from './targets.ts'
import { trySettings } from './try.ts'
import { resolveWaves } from './waves.ts'

export interface ConfigRead {
  /** Undefined if there is any error. */
  readonly config: Config | undefined
  readonly problems: readonly Problem[]
}

export function targetFileGlobs(value: unknown): readonly string[] {
  const read = ConfigFile.shape.targetFiles.safeParse(isOverlayMap(value) ? value['targetFiles'] : undefined)
  return read.data ?? []
}

const OF_TARGETS = ['deployment', 'extends', 'url']

/** A target that was not indented looks like an unknown top-level key. */
function asTargets(document: FileValueRead, problems: readonly Problem[]): Problem[] {
  const places = Object.entries(topOf(document)).flatMap(([key, value]) =>
    !(key in ConfigFile.shape) && isOverlayMap(value) && OF_TARGETS.some((each) => each in value)
      ? [document.placeOf([key], 'key').at]
      : [],
  )
  const isOfTarget = ({ at }: Problem): boolean => places.some((place) => isDeepStrictEqual(at, place))
  return problems.map((problem) =>
    isOfTarget(problem) ? { ...problem, hint: 'Move it below "targets:" and indent it, if it is a target.' } : problem,
  )
}

/**
 * Reads boardwright.yaml and its target files, and finds every problem at once. `today` is a date such as 2027-01-31,
 * for rules that expire.
 */
export function readConfig(document: FileValueRead, targetFiles: readonly FileValueRead[], today: string): ConfigRead {
  const layers = readLayers(document, targetFiles)
  const resolved = resolveTargets(layers)
  // The others are not known, and each says why.
  const areTargetsKnown = resolved.targets.length > 0 && resolved.targets.length === layers.targets.size
  const written = ConfigFile.shape.waivers.safeParse(topOf(document)['waivers']).data ?? []
  const { rules, problems: ended } = readRules(document, today)
  const waves = resolveWaves(
    document,
    ConfigFile.shape.waves.safeParse(topOf(document)['waves']).data ?? [],
    resolved.targets,
  )
  const found = [
    ...asTargets(document, schemaProblems(document, ConfigFile, document.value)),
    ...lostNameProblems(document, ConfigFile, document.value),
    ...targetFiles.flatMap((file) => lostNameProblems(file, TargetFile, file.value)),
    ...layers.problems,
    ...resolved.problems,
    ...homeProblems(document, layers),
    ...tokenProblems(layers),
    ...deploymentProblems(resolved.targets),
    ...accountProblems(resolved.targets),
    ...waiverTargets(document, written, layers),
    ...ended,
    ...(areTargetsKnown && resolved.problems.length === 0 ? waves.problems : []),
  ]
  const problems = [document, ...targetFiles].flatMap((source) => {
    const secrets = secretProblems(source, (path) => tokenVariableAt(path, source, document))
    const others = found.filter(({ at }) => at.file === source.file)
    return inOrder(secrets.length === 0 ? others : [...secrets, ...withoutSecrets(others, secrets)])
  })
  const read = ConfigFile.safeParse(document.value)
  if (!read.success || problems.some(({ warning }) => !warning)) return { config: undefined, problems }
  const { project, projectId, home, interpolate = [], mergeInto, apply = {}, try: trial = {} } = read.data
  const targets = resolved.targets.map(
    (target): Target => ({
      ...target,
      projectId,
      home: target.name === home,
      isModelShown: isModelShown(target, resolved.targets),
      ignore: ignoredIn(rules, target.name),
    }),
  )
  const about = { project, projectId, home, mergeInto, apply }
  return {
    config: { ...about, targets, interpolate, rules, waves: waves.waves, try: trySettings(trial) },
    problems,
  }
}

function isModelShown({ url, deployment, dataModel }: ResolvedTarget, all: readonly ResolvedTarget[]): boolean {
  const owner = all.find((each) => each.content && each.url === url && each.deployment === deployment)
  const shown = owner?.dataModel?.branch
  return shown === undefined || shown === dataModel?.branch || dataModel?.merge !== 'none'
}

const topOf = ({ value }: FileValueRead): Readonly<Record<string, unknown>> => (isOverlayMap(value) ? value : {})

const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted(
    ({ at: one }, { at: other }) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
  )

/** Hides everything else about places with secrets: details would repeat the secret, and a code frame would show it. */
function withoutSecrets(problems: readonly Problem[], secrets: readonly Problem[]): Problem[] {
  const places = new Set(secrets.map(({ at }) => `${at.line}:${at.column}`))
  return problems
    .filter(({ at, message }) => !places.has(`${at.line}:${at.column}`) && !isCredential(message))
    .map((problem) => ({ ...problem, hidden: true as const }))
}

function tokenVariableAt(path: ValuePath, source: FileValueRead, document: FileValueRead): string {
  const name = path[0] === 'targets' && source === document ? path[1] : undefined
  return name === undefined ? 'BOARDWRIGHT_TOKEN' : tokenVariable(String(name))
}

/** What no schema can check: unknown names, and targets that clash. */

/** The keys that declare targets. */
const OF_FILE: readonly string[] = ['targets', 'targetFiles']

function homeProblems(document: FileValueRead, { targets }: Layers): Problem[] {
  if (!isOverlayMap(document.value)) return []
  const { home, targets: written = {} } = document.value
  const isMisspelt = Object.keys(document.value).some(
    (key) => !(key in ConfigFile.shape) && OF_FILE.includes(nearest(key, Object.keys(ConfigFile.shape)) ?? ''),
  )
  if (targets.size === 0)
    return isOverlayMap(written) && !isMisspelt
      ? [{ kind: 'TARGET_INCOMPLETE', ...document.placeOf([]), message: 'there is no target' }]
      : []
  if (typeof home !== 'string' || targets.has(home)) return []
  return [unknownTarget(document, ['home'], `"home" names no target: "${home}"`, home, targets.keys())]
}

function unknownTarget(
  document: FileValueRead,
  path: ValuePath,
  message: string,
  name: string,
  targets: Iterable<string>,
): Problem {
  const names = [...targets]
  const hint = didYouMean(nearest(name, names), `Name one of the targets: ${someOf(names, 10)}.`)
  return { kind: 'TARGET_UNKNOWN', ...document.placeOf(path), message, hint }
}

function tokenProblems({ targets }: Layers): Problem[] {
  const first = new Map<string, string>()
  return [...targets].flatMap(([name, { placeOf }]): Problem[] => {
    const variable = tokenVariable(name)
    const other = first.get(variable)
    if (other === undefined) first.set(variable, name)
    if (other === undefined) return []
    return [
      {
        kind: 'TARGET_CLASH',
        ...placeOf([], 'key'),
        message: `"${name}" and "${other}" would both use the token ${variable}`,
      },
    ]
  })
}

function deploymentProblems(targets: readonly ResolvedTarget[]): Problem[] {
  const first = new Map<string, string>()
  return targets.flatMap(({ name, url, deployment, content, at: placeOf }): Problem[] => {
    const key = `${url} ${deployment}`
    const other = content ? first.get(key) : undefined
    if (content && other === undefined) first.set(key, name)
    if (other === undefined) return []
    const message = `"${name}" and "${other}" both write content to deployment ${deployment} of ${url}: content has no branches`
    const hint =
      'Give one of the two a deployment of its own. If one is there for its data model only, set `content: off` on it.'
    return [{ kind: 'TARGET_CLASH', ...placeOf(), message, hint }]
  })
}

/** Kinds that belong to the account: each of two targets would undo what the other applies. */
function accountProblems(targets: readonly ResolvedTarget[]): Problem[] {
  const first = new Map<string, string>()
  return targets.flatMap(({ name, url, scope, at: placeOf }): Problem[] =>
    ACCOUNT_KINDS.filter((kind) => scope.manage.includes(kind)).flatMap((kind): Problem[] => {
      const key = `${url} ${kind}`
      const other = first.get(key)
      if (other === undefined) first.set(key, name)
      if (other === undefined) return []
      const message = `"${name}" and "${other}" both manage the ${LISTS[kind]} of ${url}, which belong to the account`
      return [{ kind: 'TARGET_CLASH', ...placeOf(), message, hint: `Say \`manage: [${LISTS[kind]}]\` in one of them.` }]
    }),
  )
}

function waiverTargets(
  document: FileValueRead,
  all: NonNullable<ConfigFile['waivers']>,
  { targets }: Layers,
): Problem[] {
  const names = [...targets.keys()]
  return all.flatMap(({ targets: patterns = [] }, index) =>
    [...patterns.entries()].flatMap(([number, pattern]) =>
      names.some((name) => matchesAny([pattern], name))
        ? []
        : [
            unknownTarget(
              document,
              ['waivers', index, 'targets', number],
              `no target matches "${pattern}"`,
              pattern,
              names,
            ),
          ],
    ),
  )
}
