import { BoardwrightError, nearest } from '@boardwright/common'
import type { Command } from 'commander'
import { plural } from '../content/counted.ts'
import { commandWords } from './command-tree.ts'
import { several } from './options.ts'
import { commandElsewhere } from './other-tools.ts'

/** Flags that may also come before the command. */
const TAKES_VALUE = ['-C', '--directory', '--timeout']
const BEFORE = [...TAKES_VALUE, '-q', '--quiet', '-v', '--verbose', '--no-color', '-V', '--version', '-h', '--help']

/** Refuses an unknown command, or a flag that comes before the command but belongs after it. */
export function checkFirstWords(args: readonly string[], names: readonly string[]): void {
  const [first, second] = ownWords(args)
  if (first === undefined || commandIn(args, names) !== undefined) return
  const isFamily = names.some((name) => name.startsWith(`${first} `))
  if (isFamily && (second === undefined || isFlag(second))) return
  if (!isFlag(first)) throw unknownCommand(isFamily ? `${first} ${second}` : first, names)
  const command = args.flatMap((_, index) => commandIn(args.slice(index), names) ?? [])[0]
  if (command === undefined) return
  const flag = first.replace(/=.*$/s, '')
  throw new BoardwrightError('USAGE', `${flag} is before the command`, {
    hint: `Write the command first: boardwright ${command} ${flag} ...`,
  })
}

/** The command that the first words name. */
export function commandIn<Name extends string>(args: readonly string[], names: readonly Name[]): Name | undefined {
  const [first, second] = ownWords(args)
  return names.find((name) => name === first || name === `${first} ${second}`)
}

const isFlag = (word: string): boolean => /^[-–—−]./.test(word)

/** The words that are neither global flags nor values of them. */
const ownWords = (args: readonly string[]): string[] =>
  args.filter(
    (word, index) => !TAKES_VALUE.includes(args[index - 1] ?? '') && !BEFORE.includes(word.split('=')[0] ?? ''),
  )

function unknownCommand(name: string, names: readonly string[]): BoardwrightError {
  const elsewhere = commandElsewhere(name)
  const message = `unknown command "${name}"`
  if (elsewhere !== undefined) return new BoardwrightError('USAGE', message, { hint: elsewhere })
  const near = nearest(name, names)
  return new BoardwrightError('USAGE', near ? `${message}: did you mean "${near}"?` : message)
}

const flagsOf = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? [])

/** Refuses a long flag with one dash, or with the single long dash that word processors make of two. */
export function checkDashes(command: Command, args: readonly string[]): void {
  const end = args.indexOf('--')
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const [, dash = '', name = ''] = /^([-–—−])([a-z][\w-]+)/.exec(arg) ?? []
    if (dash === '' || !flagsOf(command).includes(`--${name}`)) continue
    const what = dash === '-' ? 'is several one-letter flags' : 'begins with a typographic dash'
    throw new BoardwrightError('USAGE', `${dash}${name} ${what}`, { hint: `Write --${name}, with two dashes.` })
  }
}

/** Refuses two values for a flag that takes one, because we cannot tell which was meant. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (!(option.required || option.optional) || option.variadic || option.parseArg === several) continue
    const given: string[] = []
    command.on(`option:${option.name()}`, (value: string) => {
      given.push(value)
      const [first, second] = new Set(given)
      if (second === undefined) return
      throw new BoardwrightError('USAGE', `${option.long} is given twice: ${first} and ${second}`, {
        hint: `Give it once${option.long === '--target' ? `, or name both in one: --target ${first},${second}` : ''}.`,
      })
    })
  }
}

/** Refuses more words than the command takes. Names each of them, and the flag it most likely belongs to. */
export function refuseExtra(command: Command): void {
  const takes = command.registeredArguments
  const extra = takes.some(({ variadic }) => variadic) ? [] : command.args.slice(takes.length)
  const [word] = extra
  if (word === undefined) return
  const most = takes.length === 0 ? 'no arguments' : `at most ${plural(takes.length, 'argument')}`
  throw new BoardwrightError('USAGE', `${commandWords(command)} takes ${most}: "${extra.join(' ')}" is too many`, {
    hint: stepForExtra(word, command),
  })
}

/** Refuses `--json` with a `--format` of what is printed, because we cannot tell which was meant. */
export function refuseContradiction(command: Command): void {
  const { json, format } = command.opts<{ readonly json?: true; readonly format?: string }>()
  if (!json || command.getOptionValueSource('format') !== 'cli') return
  throw new BoardwrightError('USAGE', `--json and --format ${format} ask for two formats`, {
    hint: 'Leave one of them out.',
  })
}

function stepForExtra(word: string, command: Command): string {
  const name = commandWords(command)
  const flags = flagsOf(command)
  const help = `Run \`boardwright ${name} --help\` for what it takes.`
  if (word === 'help') return help
  if (word === '=') return 'Write the value right behind the flag, or with "=" and no spaces: --flag=value.'
  if (command.registeredArguments.length > 0) return help
  if (/[/*.]/.test(word)) {
    if (flags.includes('--select')) return `Name it with a flag: --select ${word}. ${help}`
    return `Leave it out: ${name} takes the whole tree. ${help}`
  }
  if (!/^[a-z0-9][a-z0-9,-]*$/.test(word)) return help
  const { select, target } = command.opts<{ readonly select?: readonly string[]; readonly target?: string }>()
  if (select !== undefined)
    return `Give the flag once for each: --select ${[...select, word].join(' --select ')}. ${help}`
  const meant = [
    ...(flags.includes('--target') && target === undefined ? [`If it is a target: --target ${word}.`] : []),
    ...(flags.includes('--select') ? [`If it is content: --select ${word}.`] : []),
  ]
  return [meant.length > 0 ? 'Name it with a flag.' : '', ...meant, help].join(' ').trim()
}
