import { BoardwrightError } from '../errors.ts'
import { nearest } from '../nearest.ts'

/** What the argument parser says, and how we say it. What is not in here stands as it is. */
const WORDS: readonly (readonly [said: RegExp, ours: (...parts: string[]) => string])[] = [
  [/^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*?)' is invalid\. (.+)$/, refused],
  [
    /^command-argument value '(.*?)' is invalid for argument '(.*?)'\. (.+)$/,
    (value, name, why) => refused(`<${name}>`, value, why),
  ],
  [/^option '(?:-\w, )?(--[\w-]+)(.*)' argument missing$/, (flag, value) => `${flag} needs a value:${value}`],
  [/^missing required argument '(.+)'$/, (name) => `<${name}> is missing`],
  [/^required option '(?:-\w, )?(.+)' not specified$/, (flag) => `${flag} is missing`],
  [
    /^too many arguments for '(.+)'\. Expected (\d+) arguments? but got (\d+)\.$/,
    (name, most, got) =>
      `${name} takes ${most === '0' ? 'no arguments' : `at most ${most} argument${most === '1' ? '' : 's'}`}, and got ${got}`,
  ],
]

/** Flags that people know from other tools, and what is meant here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '--dry-run': 'Run `boardwright plan` instead: it shows what apply would do, and never writes.',
  '--auto-approve': 'Use --yes, which does not ask. --approve HASH applies only a plan that somebody has read.',
  '--force':
    'Name what is to be overridden: --ui-edits overwrite for edits in the UI, --overwrite-newer for a newer commit, --allow-dirty for what is not committed.',
  '--env': 'Use --target NAME: a target is one deployment of one tenant.',
  '--environment': 'Use --target NAME: a target is one deployment of one tenant.',
  '--var': 'Set `variables` of the target in boardwright.yaml: they are in git, so that a plan is the same everywhere.',
  '--destroy': 'Remove the files, commit, and add --prune: it deletes what the repo no longer has.',
  '--token': 'Set BOARDWRIGHT_TOKEN instead: a flag can be read by everybody on the machine.',
  '--config': 'Leave it out: boardwright.yaml is looked up from here. -C DIR names another directory.',
}

/** A mistake in a command line: in our words, on one line, with the choice that was meant. */
export function usageError(message: string): BoardwrightError {
  const said = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  for (const [pattern, ours] of WORDS) {
    const found = pattern.exec(said)
    if (found) return new BoardwrightError('USAGE', ours(...found.slice(1).map((part) => part ?? '')))
  }
  const hint = ELSEWHERE[/^unknown option '(--[\w-]+)/.exec(said)?.[1] ?? '']
  return new BoardwrightError('USAGE', said, hint === undefined ? {} : { hint })
}

function refused(name = '', value = '', why = ''): string {
  const choices = /^Allowed choices are (.+)\.$/.exec(why)?.[1]
  const near = choices && nearest(value, choices.split(', '))
  const must = choices === undefined ? why : `It takes ${choices}.`
  const after = near ? `did you mean "${near}"? ${must}` : `${must.charAt(0).toLowerCase()}${must.slice(1)}`
  return `${name} does not take "${value}": ${after}`
}
