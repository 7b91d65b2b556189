import { BoardwrightError, nearest } from '@boardwright/common'
import type { Command } from 'commander'
import {
  ACCEPT,
  ACCEPT_WORDS,
  type Accepted,
  type AcceptWord,
  acceptingAll,
  isAccepted,
  takes,
} from '../plan/accept.ts'
import { several } from './options.ts'

export interface AcceptOptions {
  readonly accept?: readonly string[]
}

export const withAccept = (command: Command): Command =>
  command
    .option('--accept <what>', 'go on although something is in the way: one word of those below (repeatable)', several)
    .addHelpText('after', () => `\n--accept takes:\n${acceptRows(command).join('\n')}`)

/** What the words mean that this command takes. */
const acceptRows = (command: Command): string[] =>
  takenBy(command).map((word) => `  ${shown(word).padEnd(14)}${ACCEPT[word].means}`)

const shown = (word: AcceptWord): string => (word === 'deletes' ? 'deletes=N' : word)

const takenBy = (command: Command): AcceptWord[] =>
  ACCEPT_WORDS.filter((word) => ACCEPT[word].by.some((name) => name === command.name()))

/** What was accepted, in words that `checkAccepted` let pass. */
export const acceptedIn = ({ accept = [] }: AcceptOptions): Accepted[] => acceptingAll(accept.filter(isAccepted))

/** What of it shapes a plan; the rest is about how it is carried out. */
export const acceptedInPlan = (options: AcceptOptions): Accepted[] =>
  acceptedIn(options).filter((accepted) => takes('plan', accepted))

/** Refuses a word that this command does not take. */
export function checkAccepted(command: Command): void {
  const { accept } = command.opts<AcceptOptions>()
  if (!command.options.some(({ long }) => long === '--accept')) return
  for (const given of accept ?? []) {
    const message = whyRefused(given, command)
    if (message !== undefined) throw new BoardwrightError('USAGE', ...message)
  }
}

type Refusal = readonly [message: string, more: { readonly hint: string }]

function whyRefused(given: string, command: Command): Refusal | undefined {
  const taken = takenBy(command)
  const all = `${command.name()} takes ${taken.map((word) => `--accept ${shown(word)}`).join(', ')}.`
  if (given.includes(',')) {
    const each = given.split(',').map((word) => `--accept ${word.trim()}`)
    return [`--accept takes one word, not "${given}"`, { hint: `Give it once for each: ${each.join(' ')}.` }]
  }
  const [word = ''] = given.split('=')
  if (word === 'deletes' && !isAccepted(given)) {
    const hint = 'Write it as in `--accept deletes=12`: the plan says how many objects it deletes.'
    return ['--accept deletes needs the number of objects that may be deleted', { hint }]
  }
  if (isAccepted(given) && taken.some((each) => each === word)) return undefined
  const near = nearest(given, taken)
  const other = ACCEPT_WORDS.find((each) => each === word)
  if (other !== undefined && !taken.includes(other)) {
    const by = ACCEPT[other].by.join(', ')
    return [
      `${command.name()} has nothing to accept by "${other}", which is for ${by}`,
      { hint: `Leave it out: ${all}` },
    ]
  }
  return [`--accept does not take "${given}"${near ? `: did you mean "${near}"?` : ''}`, { hint: all }]
}
