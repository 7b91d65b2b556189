import { holderOfAccount, isListedElsewhere } from '../base/account-holder.ts'
import { type Compared, type Comparison, isOurs, unitsWith } from '../compare/comparison.ts'
import { UNKNOWN } from '../content/digest.ts'
import { NOTHING } from '../content/entity.ts'
import { membersOfGroup } from '../content/group.ts'
import { derivedId } from '../content/identity.ts'
import { isKind } from '../content/kinds.ts'
import { idIn, type Key, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { type Base, digestOf } from '../content/threeway.ts'
import { whoSavedSince } from '../content/versions.ts'
import type { Undecided } from './decided.ts'
import { sealed } from './fingerprint.ts'
import type { PlanInputs } from './inputs.ts'
import { byTitle } from './order.ts'
import { computePlan } from './plan.ts'
import type { Unsealed } from './plan-file.ts'
import { titleOf } from './titles.ts'
import type { Decision, Work } from './work.ts'

/** A live object that the tree declares and that has no ledger entry: it is not managed yet, or its entry was lost. */
export interface ToAdopt {
  readonly key: Key
  readonly title: readonly string[]
  readonly file: string | undefined
  /** The live slug or public id that it was matched with by hand. */
  readonly live?: string
  /** The slug to assign; undefined if the platform already has one. */
  readonly slug: string | undefined
  readonly publicId: string | undefined
  /** The workbook or report that will carry its ledger entry. */
  readonly holder: Key
  /**
   * Units in which the tree and live differ. We cannot tell which side is right: the next plan shows each as a
   * conflict.
   */
  readonly differs: readonly string[]
  /** How many are in the group whom its file does not name. They count as people who joined in the UI. */
  readonly joined: number
}

export interface Refusal {
  readonly key: Key
  readonly title: readonly string[]
  readonly because: string
}

export interface Adoption {
  readonly claims: readonly ToAdopt[]
  readonly refused: readonly Refusal[]
  /** Writes ledgers only. */
  readonly decision: Decision
}

/** Objects that people matched by hand with a live one of another slug or public id, with that. */
export type MatchedByHand = ReadonlyMap<Key, string>

/** Takes ownership of what is live: writes ledgers and missing slugs and ids, and changes no content. */
export function computeAdoption({ inputs, compared }: Undecided, matched: MatchedByHand = new Map()): Adoption {
  const decided = computePlan(inputs, compared)
  const lost = lostRecords(decided, compared)
  const wanted = wantedComparisons(compared, inputs, (each) => isUnclaimed(each) || lost.has(each.key))
  const begun = wanted.map(({ key }) => key)
  const ofAccount = holderOfAccount(inputs.live, begun)
  const refused = [...compared.comparisons.values()]
    .flatMap((each) => refusalOf(each, compared, inputs, ofAccount))
    .sort(byTitle)
  const claims = wanted
    .filter((each) => !refused.some(({ key }) => key === each.key))
    .map((each) => claimOf(each, compared, inputs, ofAccount, matched))
    .sort(byTitle)
  const bases = new Map(
    claims.map((each): [Key, Base] => [each.key, lost.get(each.key) ?? recordFor(each, compared, matched)]),
  )
  const decision = ledgersOnly(decided, {
    bases,
    // Adopting applies no part of the commit.
    pending: decided.work.pending.map((item) => (item.why === 'cut off' ? { ...item, why: 'not selected' } : item)),
    unpublished: unpublishedOf(claims, inputs),
    forgotten: [],
  })
  return { claims, refused, decision }
}

const isUnclaimed = ({ kind, repo, live, ownership }: Comparison): boolean =>
  OBJECTS[kind].hasEntries && repo !== undefined && live !== undefined && ownership.state === 'unclaimed'

/** For our objects that lost their ledger entry: the entry that the next apply would write. */
const lostRecords = ({ plan, work }: Decision<Unsealed>, { comparisons }: Compared): ReadonlyMap<Key, Base> => {
  const planned = new Set(plan.objects.map(({ key }) => key))
  const isLost = (key: Key): boolean => !planned.has(key) && comparisons.get(key)?.ownership.state === 'applied'
  return new Map([...work.bases].filter(([key]) => isLost(key)))
}

/** The selection, plus the workbooks that hold the ledgers of selected reports. */
function wantedComparisons(
  { comparisons, live }: Compared,
  { selected }: PlanInputs,
  isWithoutRecord: (each: Comparison) => boolean,
): Comparison[] {
  const unrecorded = [...comparisons.values()].filter(isWithoutRecord)
  const chosen = new Set(unrecorded.map(({ key }) => key).filter(selected))
  for (const key of [...chosen]) {
    const workbook = live.get(key)?.place.workbook
    if (workbook !== undefined) chosen.add(workbookKey(workbook))
  }
  return unrecorded.filter(({ key }) => chosen.has(key))
}

function refusalOf(
  each: Comparison,
  compared: Compared,
  { selected, live }: PlanInputs,
  ofAccount: Key | undefined,
): Refusal[] {
  const { key, ownership, repo } = each
  if (!repo || !each.live || !selected(key) || !OBJECTS[each.kind].hasEntries) return []
  const refuse = (because: string): Refusal[] => [{ key, title: titleOf(compared, key), because }]
  if (ownership.state === 'foreign') return refuse(`owned by project ${ownership.project}: ${FOREIGN_HINT}`)
  if (ownership.state === 'newer') return refuse('a newer version of this program applied it')
  if (ownership.state === 'unclaimed' && isListedElsewhere(key) && ofAccount === undefined)
    return refuse('no workbook of this project is in this target, so nothing could record it')
  const workbook = compared.live.get(key)?.place.workbook
  const holder = workbook === undefined ? undefined : compared.comparisons.get(workbookKey(workbook))
  if (ownership.state !== 'unclaimed' || !holder || isOurs(holder) || isUnclaimed(holder)) return []
  const owner = live.owners.get(holder.key)
  return refuse(
    owner === undefined
      ? `live in the workbook "${workbook}", which has no file`
      : `in a workbook owned by project ${owner}`,
  )
}

const FOREIGN_HINT = 'that project can forget what it owns, or the projectId in boardwright.yaml was changed'

function claimOf(
  each: Comparison,
  compared: Compared,
  { live, files, target, project }: PlanInputs,
  ofAccount: Key | undefined,
  matched: MatchedByHand,
): ToAdopt {
  const { key } = each
  const id = idIn(key)
  const isNameless = isKind(key, 'workbook') && live.facts.get(key)?.name === undefined
  const isLegacy = isKind(key, 'report') && !live.publicIds.has(key)
  const workbook = compared.live.get(key)?.place.workbook
  const home = workbook === undefined ? undefined : compared.comparisons.get(workbookKey(workbook))
  const theirs = matched.get(key)
  return {
    key,
    ...(theirs === undefined ? {} : { live: theirs }),
    holder: isListedElsewhere(key) ? (ofAccount ?? key) : home && (isOurs(home) || isUnclaimed(home)) ? home.key : key,
    title: titleOf(compared, key),
    file: files.get(key),
    slug: isNameless ? id : undefined,
    publicId: isLegacy ? (target.home ? id : derivedId(project.id, target.deployment, id)) : undefined,
    differs: unitsWith(each, 'repo', 'live', 'conflict').filter(
      (unit) => unit !== 'slug' || !(isNameless || matched.has(key)),
    ),
    joined: isKind(key, 'group') ? joinedOf(key, compared, live) : 0,
  }
}

function joinedOf(key: Key<'group'>, { desired, live }: Compared, { facts }: PlanInputs['live']): number {
  const [declared, there] = [desired.get(key)?.own, live.get(key)?.own]
  if (!declared || !there || membersOfGroup(declared) === undefined) return 0
  return (facts.get(key)?.members ?? 0) - (membersOfGroup(there) ?? []).length
}

function recordFor({ key, differs }: ToAdopt, { comparisons }: Compared, matched: MatchedByHand): Base {
  const each = comparisons.get(key)
  const units = [...new Set([...(each?.repo?.keys() ?? []), ...(each?.live?.keys() ?? [])])].sort()
  const recordOf = (unit: string): Base[string] => {
    if (differs.includes(unit)) return UNKNOWN
    const ours = digestOf(each?.repo, unit)
    // Live keeps its slug, so this records ours as sent and theirs as stored.
    return unit === 'slug' && matched.has(key) ? [ours, digestOf(each?.live, unit)] : ours
  }
  return Object.fromEntries(units.map((unit) => [unit, recordOf(unit)]))
}

/** Reports that were edited after their dashboard was published: those edits stay unpublished. */
function unpublishedOf(claims: readonly ToAdopt[], { live }: PlanInputs): ReadonlyMap<Key, number> {
  const claimed = new Set(claims.map(({ key }) => key))
  const snapshots = [...live.facts.values()].flatMap(({ publication }) => publication?.snapshots ?? [])
  return new Map(
    snapshots.flatMap(({ report, version }): [Key, number][] => {
      const key = report as Key
      const facts = live.facts.get(key)
      if (!claimed.has(key) || facts?.version === undefined) return []
      const isSeen = ['nobody', 'us'].includes(whoSavedSince(version, facts.version, facts))
      return isSeen ? [] : [[key, facts.version]]
    }),
  )
}

/** A decision that writes ledgers, saying this, and no content. */
export const ledgersOnly = ({ plan, work }: Decision<Unsealed>, said: Partial<Work>): Decision => ({
  plan: sealed({ ...plan, objects: [], held: [], left: [], stops: [] }),
  work: { ...work, wanted: NOTHING, ...said },
})
