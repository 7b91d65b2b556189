import { HOME, type InitTarget, initTargets, targetNameOf, wrongAddress, wrongTargetName } from '../setup/init.ts'
import { type Choice, type Conversation, openConversation } from './ask.ts'

/** What the token can see, if one is set. */
export interface SeenByToken {
  readonly user: { readonly email: string; readonly isAdmin: boolean }
  readonly deployments: readonly { readonly id: number; readonly name: string }[]
}

/** Answers that flags have already given. */
export interface InitGiven {
  readonly url?: string | undefined
  readonly deployment?: number | undefined
  readonly home?: string | undefined
  readonly protected?: readonly string[] | undefined
  readonly also?: readonly Also[] | undefined
  /** Whether there will be a repository. */
  readonly git: boolean
}

export interface Also {
  readonly name: string
  readonly deployment: number
}

export interface InitAnswers {
  readonly url: string
  readonly seen: SeenByToken | null
  readonly targets: readonly InitTarget[]
  readonly mergeDriver: boolean
}

/** Asks for everything that no flag gives. Calls `see`, which asks the platform, once. */
export async function askForProject(
  given: InitGiven,
  see: (url: string) => Promise<SeenByToken | null>,
): Promise<InitAnswers> {
  const conversation = await openConversation()
  const url = given.url ?? withScheme(await conversation.text('Address of the tenant', ADDRESS))
  const seen = await see(url)
  const deployment = given.deployment ?? (await askForDeployment(conversation, seen))
  const home = given.home ?? (await askForName(conversation, nameOf(deployment, seen) ?? HOME, []))
  const also = given.also ?? (await askForOthers(conversation, { name: home, deployment }, seen))
  const all = [{ name: home, deployment }, ...also]
  const isProtected = given.protected ?? (await askWhichAreProtected(conversation, all))
  const mergeDriver = given.git && (await conversation.agree(MERGES, true))
  return { url, seen, targets: initTargets(all, isProtected), mergeDriver }
}

const MERGES = 'Let git merge dashboards by widget in this clone? It writes one line of its configuration'

/** Adds `https://`, because people rarely type it. */
const withScheme = (text: string): string => (/^[a-z]+:/i.test(text) && URL.canParse(text) ? text : `https://${text}`)

const ADDRESS = {
  example: 'https://acme.example',
  wrong: (text: string) => (text === '' ? 'An address is needed.' : sentence('It', wrongAddress(withScheme(text)))),
}

const sentence = (subject: string, said: string | undefined): string | undefined => said && `${subject} ${said}.`

const nameOf = (deployment: number, seen: SeenByToken | null): string | undefined => {
  const found = seen?.deployments.find(({ id }) => id === deployment)
  return found && targetNameOf(found.name)
}

const choicesOf = (deployments: SeenByToken['deployments']): Choice<number>[] =>
  deployments.map(({ id, name }) => ({ value: id, label: name, hint: `number ${id}` }))

async function askForDeployment(conversation: Conversation, seen: SeenByToken | null): Promise<number> {
  if (seen && seen.deployments.length > 0) {
    const likely = seen.deployments.find(({ name }) => targetNameOf(name) === HOME)
    const question = 'Which deployment is home? Its ids are written in the files'
    return conversation.choose(question, choicesOf(seen.deployments), likely?.id)
  }
  const wrong = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? undefined : 'A whole number from 1.')
  return Number(await conversation.text('Number of the deployment', { wrong }))
}

const askForName = (conversation: Conversation, usual: string, taken: readonly string[]): Promise<string> =>
  conversation.text('What is it called here? Flags use that name: --target', {
    usual,
    wrong: (name) => (taken.includes(name) ? 'That name is taken.' : sentence('A name', wrongTargetName(name))),
  })

async function askForOthers(
  conversation: Conversation,
  home: Also,
  seen: SeenByToken | null,
): Promise<readonly Also[]> {
  const others = (seen?.deployments ?? []).filter(({ id }) => id !== home.deployment)
  if (others.length === 0) return []
  const chosen = await conversation.chooseSeveral(
    'Which others get the same content? Space selects, none is fine',
    choicesOf(others),
    [],
  )
  const named: Also[] = []
  for (const deployment of chosen) {
    const taken = [home, ...named].map(({ name }) => name)
    const usual = nameOf(deployment, seen) ?? `deployment-${deployment}`
    const isFree = wrongTargetName(usual) === undefined && !taken.includes(usual)
    named.push({ deployment, name: isFree ? usual : await askForName(conversation, `deployment-${deployment}`, taken) })
  }
  return named
}

async function askWhichAreProtected(conversation: Conversation, all: readonly Also[]): Promise<readonly string[]> {
  const [home, ...others] = all.map(({ name }) => name)
  if (home === undefined) return []
  const question = 'Deletes then need a flag, and apply asks for its name'
  if (others.length === 0) return (await conversation.agree(`Protect ${home}? ${question}`, true)) ? [home] : []
  const choices = [home, ...others].map((name) => ({ value: name, label: name }))
  return conversation.chooseSeveral(`Which are protected? ${question}`, choices, [home])
}
