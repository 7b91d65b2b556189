import type { FileValueRead, Problem, ValuePath } from '../content/problem.ts'
import { lostNameProblems, schemaProblems } from '../content/schema-problems.ts'
import { deploymentProblems, homeProblems, ignoreProblems, tokenProblems } from './checks.ts'
import { readLayers } from './layers.ts'
import type { Config, Target } from './model.ts'
import { isMap } from './overlays.ts'
import { resolveTargets } from './resolve.ts'
import { ConfigFile, TargetFile } from './schema.ts'
import { matchesAny } from './scope.ts'
import { isCredential, secretProblems } from './secrets.ts'
import { tokenVariable } from './targets.ts'
import { resolveWaves } from './waves.ts'

export interface ConfigRead {
  /** Undefined if there is any error. */
  readonly config: Config | undefined
  readonly problems: readonly Problem[]
}

export function targetFileGlobs(value: unknown): readonly string[] {
  const read = ConfigFile.shape.targetFiles.safeParse(isMap(value) ? value['targetFiles'] : undefined)
  return read.data ?? []
}

const OF_TARGETS = ['deployment', 'extends', 'url']

/** A target that was not indented looks like an unknown top-level key. */
function asTarget(document: FileValueRead, problem: Problem): Problem {
  const [name] = Object.entries(topOf(document)).flatMap(([key, value]) =>
    isMap(value) && OF_TARGETS.some((each) => each in value) && problem.message === `unknown key "${key}"` ? key : [],
  )
  return name === undefined
    ? problem
    : { ...problem, hint: 'Move it below "targets:" and indent it, if it is a target.' }
}

/**
 * Reads boardwright.yaml and its target files, and finds every problem at once. `today` is a date such as 2027-01-31,
 * for rules that expire.
 */
export function readConfig(document: FileValueRead, targetFiles: readonly FileValueRead[], today: string): ConfigRead {
  const layers = readLayers(document, targetFiles)
  const resolved = resolveTargets(layers)
  const ignore = ConfigFile.shape.ignore.safeParse(topOf(document)['ignore']).data ?? []
  const waves = resolveWaves(
    document,
    ConfigFile.shape.waves.safeParse(topOf(document)['waves']).data ?? [],
    resolved.targets,
  )
  const found = [
    ...schemaProblems(document, ConfigFile, document.value).map((problem) => asTarget(document, problem)),
    ...lostNameProblems(document, ConfigFile, document.value),
    ...targetFiles.flatMap((file) => lostNameProblems(file, TargetFile, file.value)),
    ...layers.problems,
    ...resolved.problems,
    ...homeProblems(document, layers),
    ...tokenProblems(layers),
    ...deploymentProblems(resolved.targets),
    ...ignoreProblems(document, ignore, layers, today),
    ...(resolved.problems.length > 0 ? [] : waves.problems),
  ]
  const problems = [document, ...targetFiles].flatMap((source) => {
    const secrets = secretProblems(source, (path) => tokenVariableAt(path, source, document))
    const others = found.filter(({ at }) => at.file === source.file)
    return inOrder(secrets.length === 0 ? others : [...secrets, ...withoutSecrets(others, secrets)])
  })
  const read = ConfigFile.safeParse(document.value)
  if (!read.success || problems.some(({ warning }) => !warning)) return { config: undefined, problems }
  const { project, projectId, home, interpolate = [], rules = [] } = read.data
  const targets = resolved.targets.map(
    (target): Target => ({
      ...target,
      projectId,
      home: target.name === home,
      ignore: ignore.filter(({ expires, targets }) => expires >= today && matchesAny(targets ?? ['*'], target.name)),
    }),
  )
  return { config: { project, projectId, home, targets, interpolate, rules, waves: waves.waves }, problems }
}

const topOf = ({ value }: FileValueRead): Readonly<Record<string, unknown>> => (isMap(value) ? value : {})

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
