import { BoardwrightError } from '@boardwright/common'
import type { MergeInto, Route } from './types.ts'

/** The deployment settings that decide how the data model is written. */
export interface DeploySettings {
  readonly deployBranchName: string
  readonly deployBranchReadOnly: boolean
  readonly deployBranchMergeAllowed: boolean
  readonly deployMode?: 'git' | 'cli' | null | undefined
}

export interface RouteFacts {
  /** Undefined if this key may not read the settings. */
  readonly settings: DeploySettings | undefined
  readonly branch: string
  /** The branch's parent, if the merge is to go there. */
  readonly parent: string | undefined
  readonly route: 'auto' | Route
  readonly merge: MergeInto
  /** A changed file that cannot be written to a fork, and why. */
  readonly unforkable: { readonly path: string; readonly because: string } | undefined
  readonly hasChanges: boolean
}

export interface RouteChoice {
  readonly route: Route
  readonly because: string
  /** Where to merge the branch after its commit. */
  readonly mergeInto: { readonly by: 'parent' | 'default'; readonly branch: string | undefined } | undefined
}

/** Decides how files get to a branch, before anything is written. Throws if no route works. */
export function decideRoute(facts: RouteFacts): RouteChoice {
  const { settings, branch } = facts
  const isDeploy = settings !== undefined && branch === settings.deployBranchName
  const chosen = chooseRoute(facts, isDeploy)
  if (facts.hasChanges && isDeploy && settings.deployBranchReadOnly) {
    throw locked(`the deploy branch ${branch} is read-only`)
  }
  return { ...chosen, mergeInto: isDeploy ? undefined : chooseMerge(facts) }
}

function chooseRoute(
  { settings, route, unforkable }: RouteFacts,
  isDeploy: boolean,
): Pick<RouteChoice, 'route' | 'because'> {
  const why = unforkable && `${unforkable.path} ${unforkable.because}`
  if (route === 'fork' && why !== undefined) {
    throw new BoardwrightError('MODEL_ROUTE_REFUSED', `${why}, so it cannot be written to a fork`)
  }
  if (route !== 'auto') return { route, because: `\`dataModel.route\` is ${route}` }
  if (why !== undefined) return { route: 'upload', because: why }
  if (settings?.deployMode === 'cli') {
    return { route: 'upload', because: `the deployment is deployed by uploads${isDeploy ? '' : ', not from git'}` }
  }
  return {
    route: 'fork',
    because: settings ? 'the deployment is deployed from git' : 'its settings cannot be read with this key',
  }
}

function chooseMerge({ settings, branch, parent, merge }: RouteFacts): RouteChoice['mergeInto'] {
  if (merge === 'none') return undefined
  if (merge === 'parent' && parent === undefined) {
    throw new BoardwrightError('MODEL_ROUTE_REFUSED', `branch ${branch} has no parent to merge into`)
  }
  const into = merge === 'parent' ? parent : settings?.deployBranchName
  const isDeploy = settings !== undefined && into === settings.deployBranchName
  if (isDeploy && !settings.deployBranchMergeAllowed) throw locked(`the deploy branch ${into} does not accept merges`)
  if (isDeploy && settings.deployMode === 'cli') {
    throw new BoardwrightError(
      'MODEL_ROUTE_REFUSED',
      `a merge into ${into} would change nothing that viewers see: the deployment is deployed by uploads`,
    )
  }
  return { by: merge, branch: into }
}

const locked = (what: string): BoardwrightError => new BoardwrightError('MODEL_BRANCH_LOCKED', what)
