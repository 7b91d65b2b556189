import { counted, plural, someOf } from '../content/counted.ts'
import { type Kind, kindOf } from '../content/kinds.ts'
import { pathIn } from '../content/model.ts'
import { ALL } from '../content/policies.ts'
import { titleText } from '../content/printable.ts'
import { type AccessPlace, accessOf, type Grant } from '../plan/access.ts'
import { placeTold, type ToldPlan } from '../plan/fleet.ts'
import { fullName } from '../plan/naming.ts'
import type { CommonPlan, PlannedObject } from '../plan/plan-file.ts'
import { inMarkdown as escaped } from './escape.ts'

/** Who gains and who loses, before anything else is told: what a team regrets most is seldom a chart. */
const TITLE = 'Who gains, who loses'

interface Told {
  readonly mark: '+' | '-' | '~'
  readonly text: string
}

const MOST_NAMED = 10

/** One sentence for each object and direction. */
export const accessTexts = ({ objects }: CommonPlan, most = MOST_NAMED): Told[] =>
  objects.flatMap((object) => [
    ...peopleTexts(object, most),
    ...grantTexts(object, most),
    ...moveTexts(object),
    ...stateTexts(object),
  ])

function peopleTexts(object: PlannedObject, most: number): Told[] {
  const { gains, loses, joined } = accessOf(object)
  const verbs = VERBS[kindOf(object.key)] ?? { gain: ['gains', 'gain'], lose: ['loses', 'lose'] }
  const others = joined === 0 ? [] : [`${counted(joined)} who joined in the UI`]
  const sentence = (who: readonly string[], count: number, [one, many]: Verb, what = fullName(object)): string =>
    `${counted(count)} ${count === 1 ? one : many} ${what}: ${someOf(who, most)}`
  const isPaused = object.action === 'create' && sendsIn(object)?.after === false
  const later = isPaused ? `${fullName(object)} ${ONCE_ON}` : undefined
  const gain = sentence(gains, gains.length, verbs.gain, later)
  const lose = sentence([...loses, ...others], loses.length + joined, verbs.lose)
  return [
    ...(gains.length === 0 ? [] : [{ mark: '+', text: gain } as const]),
    ...(loses.length + joined === 0 ? [] : [{ mark: '-', text: lose } as const]),
  ]
}

/** No call says who has a role. */
function grantTexts(object: PlannedObject, most: number): Told[] {
  const { allows, forbids } = accessOf(object)
  const told = (verb: string, grant: Grant): string => {
    const what = grant.actions.includes(ALL) ? 'everything' : someOf(grant.actions, most)
    return `${fullName(object)} ${verb} ${what} ${onWhat(grant)}: who has it, the platform does not tell`
  }
  return [
    ...allows.map((grant) => ({ mark: '+', text: told('allows', grant) }) as const),
    ...forbids.map((grant) => ({ mark: '-', text: told('no longer allows', grant) }) as const),
  ]
}

function onWhat({ resourceType, resource }: Grant): string {
  // Of this type there is only the account.
  if (resourceType === 'Global') return 'in the account'
  const what = resourceType.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return resource === ALL ? `on every ${what}` : `on the ${what} ${resource}`
}

function moveTexts(object: PlannedObject): Told[] {
  const { moves } = accessOf(object)
  if (moves === undefined) return []
  return [{ mark: '~', text: `${fullName(object)} moves from ${placeIn(moves.from)} to ${placeIn(moves.to)}: ${OPEN}` }]
}

/** Whoever is on the list of a schedule gets it or not, as it is on or paused. */
function stateTexts(object: PlannedObject): Told[] {
  const { before, after } = sendsIn(object) ?? {}
  const name = fullName(object)
  if (before === true && after === false) return [{ mark: '-', text: `nobody gets ${name} while it is paused` }]
  if (before === false && after === true) return [{ mark: '+', text: `everybody on its list gets ${name} again` }]
  return []
}

const sendsIn = ({ units }: PlannedObject) => units.find(({ unit }) => unit === 'enabled')

const OPEN = 'who sees it there, the platform does not tell'
const ONCE_ON = 'once it is switched on'

type Verb = readonly [one: string, many: string]

/** What people do whom something lets in or leaves out. */
const VERBS: Partial<Readonly<Record<Kind, { readonly gain: Verb; readonly lose: Verb }>>> = {
  group: { gain: ['joins', 'join'], lose: ['leaves', 'leave'] },
  notification: { gain: ['gets', 'get'], lose: ['no longer gets', 'no longer get'] },
}

const placeIn = ({ workbook, folder }: AccessPlace): string => {
  if (workbook !== undefined) return `the workbook ${String(workbook)}`
  return folder === undefined || folder === '' ? 'the root' : titleText(pathIn(String(folder)))
}

const MOST_LINES = 20

export function accessSection(
  plan: CommonPlan,
  { lines: mostLines = MOST_LINES, named }: { readonly lines?: number; readonly named?: number } = {},
): { title: string; lines: readonly Told[]; more: string[] } {
  const all = accessTexts(plan, named)
  const lines = all.slice(0, mostLines)
  return { title: TITLE, lines, more: moreThan(all.length - lines.length) }
}

const moreThan = (count: number): string[] => (count <= 0 ? [] : [`and ${plural(count, 'more object')}`])

/** For a comment: each sentence once, with the targets that it is true of. */
export function accessBlock(plans: readonly ToldPlan[]): string[] {
  const where = new Map<string, string[]>()
  for (const plan of plans) {
    for (const { text } of accessTexts(plan)) where.set(text, [...(where.get(text) ?? []), placeTold(plan)])
  }
  const all = [...where].map(([text, places]) => `- ${escaped(text)} (${escaped(places.join(', '))})`)
  if (all.length === 0) return []
  const more = moreThan(all.length - MOST_LINES).map((text) => `- ${text}`)
  return [`**${TITLE}**`, '', ...all.slice(0, MOST_LINES), ...more]
}
