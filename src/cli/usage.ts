import { BoardwrightError, nearest } from '@boardwright/common'
import { flagElsewhere } from './other-tools.ts'

/** Messages of the argument parser, and our wording. Others are passed on unchanged. */
const WORDS: readonly (readonly [said: RegExp, ours: (...parts: string[]) => string])[] = [
  [/^option '(?:-\w, )?(--[\w-]+)(?![\w-])[^']*' argument '(.*?)' is invalid\. (.+)$/s, refused],
  [
    /^command-argument value '(.*?)' is invalid for argument '([^']*)'\. (.+)$/s,
    (value, name, why) => refused(`<${name}>`, value, why),
  ],
  [/^option '(?:-\w, )?(--[\w-]+)(?![\w-])(.*)' argument missing$/, (flag, value) => `${flag} needs a value:${value}`],
  [/^missing required argument '(.+)'$/, (name) => `<${name}> is missing`],
  [/^required option '(?:-\w, )?(.+)' not specified$/, (flag) => `${flag} is missing`],
]

/** An error for a mistake in a command line: in our words, on one line, with a suggestion. */
export function usageError(message: string, flags: readonly string[]): BoardwrightError {
  const said = message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\s*/g, ' ')
  for (const [pattern, ours] of WORDS) {
    const found = pattern.exec(said)
    if (found) return new BoardwrightError('USAGE', ours(...found.slice(1).map((part) => part ?? '')))
  }
  const [, one, other] =
    /^option '(?:-\w, )?(--[\w-]+)(?![\w-])[^']*' cannot be used with option '(?:-\w, )?(--[\w-]+)/.exec(said) ?? []
  if (one !== undefined)
    return new BoardwrightError('USAGE', `${one} takes no ${other} beside it`, { hint: 'Leave one of the two out.' })
  const [, unknown = '', value] =
    /^unknown option '(--[\w-]+(?![\w-])|-[a-z][a-z-]*(?![\w-])|-\w)(.*)'/.exec(said) ?? []
  if (value?.startsWith('=') && flags.includes(unknown)) {
    return new BoardwrightError('USAGE', `${unknown} takes no value`, {
      hint: `Write ${unknown} alone, or leave it out.`,
    })
  }
  // Try two dashes too, because some tools have long flags with one dash.
  const hint = flagElsewhere(unknown, flags) ?? flagElsewhere(`-${unknown}`, flags)
  return new BoardwrightError('USAGE', asOthers(said, unknown), { hint })
}

/** What stands behind an unknown flag may be a token, and is not repeated. */
const asOthers = (said: string, unknown: string): string =>
  said
    .replace(/^unknown option '.+?'(?= \(Did you mean|$)/, `unknown option ${unknown}`)
    .replace(/ \(Did you mean ([^()]+)\?\)$/, ': did you mean $1?')

function refused(name = '', value = '', why = ''): string {
  if (name === '--format' && value === 'json') return '--format does not take "json": use --json'
  const choices = /^Allowed choices are (.+)\.$/.exec(why)?.[1]
  const near = choices && nearest(value, choices.split(', '))
  const must = choices === undefined ? why : `It takes ${choices}.`
  const after = near ? `did you mean "${near}"? ${must}` : `${must.charAt(0).toLowerCase()}${must.slice(1)}`
  return `${name} does not take "${value}": ${after}`
}
