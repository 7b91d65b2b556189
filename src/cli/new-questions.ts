import {
  type Creatable,
  chartsOf,
  creatables,
  firstMembers,
  holdersFor,
  membersByOwner,
  type WantedDashboard,
} from '../edit/create.ts'
import { LOOKS, type Look } from '../edit/decide/first-charts.ts'
import type { Project } from '../project/local/project.ts'
import { type Conversation, openConversation } from './ask.ts'

/** Answers that flags and arguments have already given. */
export type NewGiven = { readonly [K in keyof WantedDashboard]: WantedDashboard[K] | undefined }

export interface NewAnswers {
  readonly wanted: WantedDashboard
  readonly isDrawn: boolean
}

/** Asks for everything else, in the order in which people decide it. */
export async function askForObject(given: NewGiven, project: Project, directory: string): Promise<NewAnswers> {
  const conversation = await openConversation()
  const kind = given.kind ?? (await askForKind(conversation))
  const charts = chartsOf(kind)
  const name = given.name ?? (await conversation.text(`What is the ${kind} called?`, { wrong: nameMissing }))
  const holder = given.holder ?? (await askWhere(conversation, kind, project, directory))
  const from = given.from ?? (charts && (await askAboutWhat(conversation, charts.needsMembers, project)))
  const look = given.look ?? (charts?.hasLook && from ? await askForLook(conversation) : undefined)
  const isDrawn = from !== undefined && (await conversation.agree('Draw it in a browser at once?', true))
  return { wanted: { kind, name, holder, from, look }, isDrawn }
}

const askForKind = (conversation: Conversation): Promise<Creatable> =>
  conversation.choose(
    'What do you want to create?',
    creatables().map(({ kind, about }) => ({ value: kind, label: kind, hint: about })),
  )

const nameMissing = (text: string): string | undefined => (text === '' ? 'A name is needed.' : undefined)

async function askWhere(
  conversation: Conversation,
  kind: Creatable,
  project: Project,
  directory: string,
): Promise<string | undefined> {
  const { all, usual } = holdersFor(project, directory, kind)
  if (all.length < 2) return undefined
  const choices = all.map((place) => ({ value: place, label: place }))
  return conversation.choose('Where?', choices, usual)
}

/** Members of one cube or view. Undefined if the query will be written by hand. */
async function askAboutWhat(
  conversation: Conversation,
  isNeeded: boolean,
  project: Project,
): Promise<readonly string[] | undefined> {
  const byOwner = membersByOwner(project)
  const byHand = isNeeded ? [] : [{ value: '', label: 'none: its query is written by hand' }]
  const owners = [...byOwner.keys()].map((owner) => ({ value: owner, label: owner }))
  if (owners.length === 0) return isNeeded ? [] : undefined
  const owner = await conversation.choose('About which cube or view?', [...owners, ...byHand])
  if (owner === '') return undefined
  const members = byOwner.get(owner) ?? []
  const choices = members.map(({ name, what }) => ({ value: name, label: name, hint: what }))
  const chosen = await conversation.chooseSeveral(
    'Which of its members? Those of a first look are selected',
    choices,
    firstMembers(project, owner),
  )
  return chosen.length === 0 ? [owner] : [...chosen]
}

const USUAL = 'as it fits'

async function askForLook(conversation: Conversation): Promise<Look | undefined> {
  const looks = LOOKS.map((look) => ({ value: look, label: look }))
  const look = await conversation.choose<Look | typeof USUAL>(
    'How does it look?',
    [{ value: USUAL, label: USUAL, hint: 'a line over time, bars by what splits it, else a number' }, ...looks],
    USUAL,
  )
  return look === USUAL ? undefined : look
}
