import { addAll, didYouMean, lazy, nearest } from '@boardwright/common'
import { normalAddress } from '@boardwright/platform'
import { LISTS, OPT_IN } from '../content/kinds.ts'
import type { Problem, ValuePath } from '../content/problem.ts'
import type { Layer, Layers } from './layers.ts'
import type { DataModel, Limits, Target } from './model.ts'
import type { TargetFile } from './schema.ts'
import type { LiveScope, Selection } from './scope.ts'

const LIMITS: Limits = { deletePercent: 30, changePercent: 30, fromCount: 10 }
const INCLUDE: Selection = { paths: [], kinds: [] }
const EXCLUDE: Selection = { paths: [], kinds: ['spreadsheet'] }

/** A target with everything it extends, without the defaults that all targets share. */
export type ResolvedTarget = Omit<Target, 'projectId' | 'home' | 'ignore' | 'isModelShown'>

export interface Resolved {
  readonly targets: readonly ResolvedTarget[]
  readonly problems: readonly Problem[]
}

/** Resolves every target from the defaults, its templates and its own keys. Later ones win. */
export function resolveTargets(layers: Layers): Resolved {
  const problems: Problem[] = extendsProblems(layers)
  const targets = [...layers.targets].flatMap(([name, own]) => {
    const extended = chainOf(name, layers)
    if (!extended) return []
    const chain = [...layers.base, ...extended, own]
    const keys = chain.flatMap((layer) => layer.keys ?? [])
    if (keys.length < chain.length) return []
    const merged = keys.reduce(mergeKeys, {})
    addAll(problems, [...missingProblems(name, merged, own), ...contentProblems(name, merged, own)])
    const { url, deployment } = merged
    if (url === undefined || deployment === undefined) return []
    return [{ ...completed(merged), name, url: normalAddress(url), deployment, ...placesOf(own, chain) }]
  })
  return { targets, problems }
}

const find = ({ templates, targets }: Layers, name: string): Layer | undefined =>
  templates.get(name) ?? targets.get(name)

/** The layers that a target extends, furthest first. Undefined if one does not exist or they form a cycle. */
function chainOf(name: string, layers: Layers): Layer[] | undefined {
  const chain: Layer[] = []
  const seen = new Set([name])
  for (let above = find(layers, name)?.keys?.extends; above !== undefined; ) {
    const layer = find(layers, above)
    if (!layer || seen.has(above)) return undefined
    seen.add(above)
    chain.unshift(layer)
    above = layer.keys?.extends
  }
  return chain
}

function extendsProblems(layers: Layers): Problem[] {
  const names = [...layers.templates.keys(), ...layers.targets.keys()]
  const reported = new Set<string>()
  return names.flatMap((name): Problem[] => {
    const layer = find(layers, name)
    const above = layer?.keys?.extends
    if (!layer || above === undefined || reported.has(name)) return []
    const place = layer.placeOf(['extends'])
    if (!names.includes(above)) {
      const hint = didYouMean(nearest(above, names))
      return [{ kind: 'EXTENDS_BROKEN', ...place, message: `no template or target is called "${above}"`, hint }]
    }
    const cycle = cycleFrom(name, layers)
    for (const each of cycle) reported.add(each)
    if (cycle.length === 0) return []
    return [{ kind: 'EXTENDS_BROKEN', ...place, message: `it extends itself: ${[...cycle, name].join(' -> ')}` }]
  })
}

function cycleFrom(name: string, layers: Layers): string[] {
  const way = [name]
  for (;;) {
    const above = find(layers, way.at(-1) ?? '')?.keys?.extends
    if (above === name) return way
    if (above === undefined || way.includes(above)) return []
    way.push(above)
  }
}

/** Maps merge by key; everything else is replaced. */
function mergeKeys(below: TargetFile, above: TargetFile): TargetFile {
  const merged = { ...below, ...above }
  for (const key of ['variables', 'include', 'exclude', 'limits'] as const) {
    if (below[key] && above[key]) Object.assign(merged, { [key]: { ...below[key], ...above[key] } })
  }
  if (typeof below.dataModel === 'object' && typeof above.dataModel === 'object') {
    merged.dataModel = { ...below.dataModel, ...above.dataModel }
  }
  return merged
}

function missingProblems(name: string, { url, deployment, dataModel }: TargetFile, own: Layer): Problem[] {
  const missing: [what: string, is: boolean, path: ValuePath][] = [
    ['url', url === undefined, []],
    ['deployment', deployment === undefined, []],
    ['branch for its data model', typeof dataModel === 'object' && dataModel.branch === undefined, ['dataModel']],
  ]
  return missing
    .filter(([, is]) => is)
    .map(([what, , path]): Problem => {
      const found = {
        kind: 'TARGET_INCOMPLETE',
        ...own.placeOf(path, 'key'),
        message: `the target "${name}" has no ${what}`,
      } as const
      if (what !== 'deployment') return found
      return {
        ...found,
        hint: `Add \`deployment\`: a number. \`boardwright doctor --url ${url ?? 'URL'}\` lists them.`,
      }
    })
}

/** What a target says of its content, although it says that it has none. */
function contentProblems(name: string, { content }: TargetFile, { keys, placeOf }: Layer): Problem[] {
  if (content !== 'off') return []
  const clash = (key: 'prune' | 'manage', message: string): Problem => ({
    ...{ kind: 'TARGET_CLASH', ...placeOf([key]), message: `"${name}" has no content${message}` },
    hint: `Remove one of \`${key}\` and \`content: off\`.`,
  })
  return [
    ...(keys?.prune === true ? [clash('prune', ' that could be pruned')] : []),
    ...(keys?.manage?.length ? [clash('manage', ', and a workbook has to list what else is managed')] : []),
  ]
}

type Places = 'at' | 'variablesAt'

function completed(keys: TargetFile): Omit<ResolvedTarget, 'name' | 'url' | 'deployment' | Places> {
  const scope: LiveScope = {
    include: { ...INCLUDE, ...given(keys.include) },
    exclude: { ...EXCLUDE, ...given(keys.exclude) },
    manage: keys.content === 'off' ? [] : OPT_IN.filter((kind) => keys.manage?.includes(LISTS[kind])),
  }
  return {
    protected: keys.protected ?? false,
    content: keys.content !== 'off',
    dataModel: dataModelOf(keys.dataModel),
    variables: Object.fromEntries(Object.entries(keys.variables ?? {}).map(([key, value]) => [key, String(value)])),
    labels: keys.labels ?? [],
    scope,
    limits: { ...LIMITS, ...given(keys.limits) },
    links: keys.links,
    accept: keys.accept ?? [],
    prune: keys.prune ?? false,
  }
}

function dataModelOf(keys: TargetFile['dataModel']): DataModel | undefined {
  if (typeof keys !== 'object' || keys.branch === undefined) return undefined
  const { branch, paths = ['**'], route = 'auto', merge = 'none', compiler = false } = keys
  return { branch, paths, route, merge, ...(compiler === false ? {} : { compiler }) }
}

type Given<T> = { [K in keyof T]?: NonNullable<T[K]> }
const given = <T extends object>(keys: T | undefined): Given<T> =>
  Object.fromEntries(Object.entries(keys ?? {}).filter(([, value]) => value !== undefined)) as Given<T>

/** The last layer that names a variable sets its value. Places are looked up on demand. */
function placesOf(own: Layer, chain: readonly Layer[]): Pick<ResolvedTarget, Places> {
  const variablesAt = lazy(
    () =>
      new Map(
        chain.flatMap(({ keys, placeOf }) =>
          Object.keys(keys?.variables ?? {}).map((name) => [name, placeOf(['variables', name], 'key')] as const),
        ),
      ),
  )
  return { at: lazy(() => own.placeOf([], 'key')), variablesAt }
}
