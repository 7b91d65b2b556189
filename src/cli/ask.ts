import process from 'node:process'
import { Writable } from 'node:stream'
import { BoardwrightError } from '@boardwright/common'
import type { CANCEL_SYMBOL, Option } from '@clack/prompts'
import { isCi } from '../config/in-ci.ts'
import { printable } from '../content/printable.ts'
import { wrapParts } from '../words/lines.ts'
import { isColored } from './colors.ts'
import { endProgress } from './progress.ts'
import { settings } from './settings.ts'

export interface Choice<T> {
  readonly value: T
  readonly label: string
  readonly hint?: string
}

export interface AskTextOptions {
  /** The default, for an empty answer. */
  readonly usual?: string | undefined
  readonly example?: string
  /** Returns what is wrong with an answer. */
  readonly wrong?: (answer: string) => string | undefined
}

/** Questions on a terminal, one after another. Cancelling a question ends the command. */
export interface Conversation {
  text(question: string, options?: AskTextOptions): Promise<string>
  choose<T extends string | number>(question: string, choices: readonly Choice<T>[], usual?: T): Promise<T>
  chooseSeveral<T extends string | number>(
    question: string,
    choices: readonly Choice<T>[],
    usual: readonly T[],
  ): Promise<readonly T[]>
  agree(question: string, usual: boolean): Promise<boolean>
}

/** Whether somebody is there to answer. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true && !isCi(process.env)

/** Asks one question on a terminal. Without a terminal, the error names the flag to use instead. */
export async function ask(question: string, flag: string): Promise<string> {
  if (!canAsk()) throw unanswered(flag)
  return (await openConversation()).text(question)
}

export const unanswered = (flag: string): BoardwrightError =>
  new BoardwrightError('USAGE', `${flag} is missing, and there is no terminal to ask on`, { hint: `Add ${flag}.` })

/** Lists longer than this are searched by typing. */
const AT_A_GLANCE = 7

export async function openConversation(): Promise<Conversation> {
  endProgress()
  const clack = await import('./prompts.ts')
  const { deadline } = settings()
  const hungUp = new AbortController()
  const surroundings = {
    ...{ input: process.stdin, output: drawnOn(process.stderr) },
    signal: AbortSignal.any(deadline ? [deadline, hungUp.signal] : [hungUp.signal]),
    ...(process.env['TERM'] === 'dumb' ? { accessible: true } : {}),
  }
  const answered = async <T>(asking: () => Promise<T | typeof CANCEL_SYMBOL>): Promise<T> => {
    const hangUp = (): void => hungUp.abort()
    process.stdin.once('end', hangUp)
    try {
      const answer = await asking()
      if (!clack.isCancel(answer)) return answer
      throw new BoardwrightError('INTERRUPTED', 'nobody answered')
    } finally {
      process.stdin.off('end', hangUp)
    }
  }
  return {
    async text(question, { usual, example, wrong } = {}) {
      const placeholder = usual ?? example
      const answer = await answered(() =>
        clack.text({
          ...{ message: barred(question, clack.S_BAR), ...surroundings },
          ...(placeholder === undefined ? {} : { placeholder: printable(placeholder) }),
          ...(usual === undefined ? {} : { defaultValue: usual }),
          ...(wrong ? { validate: (given) => wrong((given ?? '').trim() || (usual ?? '')) } : {}),
        }),
      )
      return answer.trim()
    },
    choose(question, choices, usual) {
      const options = {
        ...{ message: printable(question), options: shown(choices), ...surroundings },
        ...(usual === undefined ? {} : { initialValue: usual }),
      }
      return answered(() => (choices.length > AT_A_GLANCE ? clack.autocomplete(options) : clack.select(options)))
    },
    chooseSeveral(question, choices, usual) {
      const options = { message: printable(question), options: shown(choices), required: false, ...surroundings }
      return answered(() =>
        choices.length > AT_A_GLANCE
          ? clack.autocompleteMultiselect({ ...options, initialValues: [...usual] })
          : clack.multiselect({ ...options, initialValues: [...usual] }),
      )
    },
    agree: (question, usual) =>
      answered(() => clack.confirm({ message: printable(question), initialValue: usual, ...surroundings })),
  }
}

/** A question of several lines, each beside the bar of the conversation. */
function barred(question: string, bar: string): string {
  const room = Math.max(40, process.stderr.columns ?? 80) - 4
  const lines = question.split('\n').flatMap((line) => wrapParts(printable(line).split(' '), room))
  return lines.join(`\n${bar}  `)
}

/** Names come from a platform, so they are escaped: none may move the cursor. */
const shown = <T>(choices: readonly Choice<T>[]): Option<T>[] =>
  choices.map(({ value, label, hint }) => ({
    ...{ value, label: printable(label) },
    ...(hint === undefined ? {} : { hint: printable(hint) }),
  })) as Option<T>[]

const COLOUR = /\u001b\[[0-9;]*m/g

/** The terminal, with colours removed if they are not wanted. */
function drawnOn(terminal: NodeJS.WriteStream): Writable {
  if (isColored(terminal)) return terminal
  const plain = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      terminal.write(text.replace(COLOUR, ''))
      done()
    },
  })
  return Object.assign(plain, { isTTY: true, columns: terminal.columns, rows: terminal.rows })
}
