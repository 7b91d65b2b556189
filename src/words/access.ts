import { stringifyJson } from '@boardwright/common'
import { counted, listed, plural, someOf } from '../content/counted.ts'
import { type Kind, kindOf } from '../content/kinds.ts'
import { pathIn } from '../content/model.ts'
import { ALL } from '../content/policies.ts'
import { titleText } from '../content/printable.ts'
import { type AccessPlace, accessOf, type Grant } from '../plan/access.ts'
import { placeTold, type ToldPlan } from '../plan/fleet.ts'
import { fullName } from '../plan/naming.ts'
import type { CommonPlan, PlannedObject, UnitChange } from '../plan/plan-file.ts'
import { inMarkdown as escaped } from './escape.ts'

/** Who gains and who loses, before anything else is told: what a team regrets most is seldom a chart. */
const TITLE = 'Who gains, who loses'

interface Told {
  readonly mark: '+' | '~' | '-'
  readonly text: string
}

/** What is said of one object in one direction, before its names are put into words. */
interface Sentence {
  readonly mark: Told['mark']
  readonly start: string
  readonly names: readonly string[]
  readonly end: string
}

const say = (mark: Told['mark'], start: string, names: readonly string[] = [], end = ''): Sentence => ({
  ...{ mark, start, names, end },
})

const MOST_NAMED = 10

const wordsOf = ({ start, names, end }: Sentence, most: number): string => `${start}${someOf(names, most)}${end}`

/** Who gains is named whatever their number; of those who lose, the first ones. */
const inFull = (sentence: Sentence, most = MOST_NAMED): string =>
  wordsOf(sentence, sentence.mark === '+' ? sentence.names.length : most)

const MARKS: readonly Told['mark'][] = ['+', '~', '-']

/** One sentence for each object and direction, first those of who gains. */
function sentencesOf({ objects }: CommonPlan): Sentence[] {
  const all = objects.flatMap((object) => [
    ...peopleSentences(object),
    ...grantSentences(object),
    ...moveSentences(object),
    ...stateSentences(object),
  ])
  return MARKS.flatMap((mark) => all.filter((each) => each.mark === mark))
}

function peopleSentences(object: PlannedObject): Sentence[] {
  const { gains, loses, joined } = accessOf(object)
  const verbs = VERBS[kindOf(object.key)] ?? { gain: ['gains', 'gain'], lose: ['loses', 'lose'] }
  const others = joined === 0 ? [] : [`${counted(joined)} who joined in the UI`]
  const start = (count: number, [one, many]: Verb, what = fullName(object)): string =>
    `${counted(count)} ${count === 1 ? one : many} ${what}: `
  const isPaused = object.action === 'create' && sendsIn(object)?.after === false
  const later = isPaused ? `${fullName(object)} ${ONCE_ON}` : undefined
  const losing = loses.length + joined
  return [
    ...(gains.length === 0 ? [] : [say('+', start(gains.length, verbs.gain, later), gains)]),
    ...(losing === 0 ? [] : [say('-', start(losing, verbs.lose), [...loses, ...others])]),
  ]
}

/** No call says who has a role. */
function grantSentences(object: PlannedObject): Sentence[] {
  const { allows, forbids } = accessOf(object)
  const told = (mark: Told['mark'], verb: string, grant: Grant): Sentence => {
    const actions = grant.actions.includes(ALL) ? ['everything'] : grant.actions
    return say(mark, `${fullName(object)} ${verb} `, actions, ` ${onWhat(grant)}: ${WHOSE}`)
  }
  return [
    ...allows.map((grant) => told('+', 'allows', grant)),
    ...forbids.map((grant) => told('-', 'no longer allows', grant)),
  ]
}

const WHOSE = 'who has it, the platform does not tell'

function onWhat({ resourceType, resource }: Grant): string {
  // Of this type there is only the account.
  if (resourceType === 'Global') return 'in the account'
  const what = resourceType.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return resource === ALL ? `on every ${what}` : `on the ${what} ${resource}`
}

function moveSentences(object: PlannedObject): Sentence[] {
  const { moves } = accessOf(object)
  if (moves === undefined) return []
  return [say('~', `${fullName(object)} moves from ${placeIn(moves.from)} to ${placeIn(moves.to)}: ${OPEN}`)]
}

/** What lets in or leaves out whom no unit names, by that unit. What comes or goes as a whole is told as that. */
const STATES: ReadonlyMap<string, (name: string, change: UnitChange) => Sentence | undefined> = new Map([
  [
    'enabled',
    (name, { before, after }) => {
      if (before === true && after === false) return say('-', `nobody gets ${name} while it is paused`)
      return before === false && after === true ? say('+', `everybody on its list gets ${name} again`) : undefined
    },
  ],
  [
    'allowEmbed',
    (name, { before, after }) => {
      if (after === true) return say('+', `signed embedding of ${name} is allowed: ${OPEN}`)
      return before === true ? say('-', `signed embedding of ${name} is no longer allowed`) : undefined
    },
  ],
  [
    'default',
    (name, { before, after }) =>
      say('~', `whoever has no value of ${name} has ${written(after)} instead of ${written(before)}: ${ROWS}`),
  ],
])

/** Those that say something of what is new, too. */
const OF_NEW: ReadonlySet<string> = new Set(['allowEmbed'])

function stateSentences(object: PlannedObject): Sentence[] {
  const { action, units } = object
  if (action === 'delete') return []
  const told = action === 'create' ? units.filter(({ unit }) => OF_NEW.has(unit)) : units
  return told.flatMap((each) => STATES.get(each.unit)?.(fullName(object), each) ?? [])
}

const written = (value: unknown): string => (value === undefined ? 'none' : stringifyJson(value))

const ROWS = 'which rows they see may depend on it'

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

/** `named`: how many of those who lose are named in each sentence. */
export const accessSection = (plan: CommonPlan, named?: number): { title: string; lines: readonly Told[] } => ({
  title: TITLE,
  lines: sentencesOf(plan).map((each) => ({ mark: each.mark, text: inFull(each, named) })),
})

/** How many characters of a comment this may take. */
const ROOM = 30_000

export interface AccessBlock {
  readonly lines: readonly string[]
  /** What had no room, in words. */
  readonly left: readonly string[]
}

/**
 * For a comment: each sentence once, with the targets that it is true of. If there is no room for all of it, who gains
 * comes before who loses, and each object before the names of very many.
 */
export function accessBlock(plans: readonly ToldPlan[]): AccessBlock {
  const all = MARKS.flatMap((mark) => [...placedSentences(plans, mark)])
  if (all.length === 0) return { lines: [], left: [] }
  const lineOf = ({ sentence, places }: PlacedSentence, most?: number): string =>
    `- ${escaped(most === undefined ? inFull(sentence) : wordsOf(sentence, most))} (${escaped(places.join(', '))})`
  let room = ROOM
  const isTaken = (cost: number): boolean => {
    if (cost > room) return false
    room -= cost
    return true
  }
  const short = all.map((each) => ({ each, line: lineOf(each, MOST_NAMED) }))
  const cut = short.findIndex(({ line }) => !isTaken(line.length + 1))
  const kept = (cut === -1 ? short : short.slice(0, cut)).map(({ each, line }) => {
    const full = lineOf(each)
    const isWhole = isTaken(full.length - line.length)
    return { line: isWhole ? full : line, isWhole }
  })
  const cutOff = countsOf(all.slice(kept.length))
  const shortened = kept.filter(({ isWhole }) => !isWhole).length
  return {
    lines: [
      ...[`**${TITLE}**`, '', ...kept.map(({ line }) => line)],
      ...(cutOff.length === 0 ? [] : [`- and ${listed(cutOff)} more`]),
    ],
    left: [...cutOff, ...(shortened > 0 ? [`names in ${plural(shortened, 'gain')}`] : [])],
  }
}

const COUNTED: Readonly<Record<Told['mark'], readonly [one: string, many: string]>> = {
  '+': ['gain', 'gains'],
  '~': ['move', 'moves'],
  '-': ['loss', 'losses'],
}

const countsOf = (all: readonly PlacedSentence[]): string[] =>
  MARKS.flatMap((mark) => {
    const { length } = all.filter(({ sentence }) => sentence.mark === mark)
    return length === 0 ? [] : [plural(length, ...COUNTED[mark])]
  })

interface PlacedSentence {
  readonly sentence: Sentence
  readonly places: readonly string[]
}

/** Each sentence once. */
function placedSentences(plans: readonly ToldPlan[], mark: Told['mark']): Iterable<PlacedSentence> {
  const all = new Map<string, PlacedSentence>()
  for (const plan of plans) {
    for (const sentence of sentencesOf(plan).filter((each) => each.mark === mark)) {
      const text = inFull(sentence)
      all.set(text, { sentence, places: [...(all.get(text)?.places ?? []), placeTold(plan)] })
    }
  }
  return all.values()
}
