import process from 'node:process'
import { Command, Option } from 'commander'
import { BoardwrightError } from '../../errors.ts'
import { PROVIDERS, type Provider } from '../../forge/context.ts'
import type { Proposed } from '../../forge/propose.ts'
import { jobContext } from '../job.ts'
import { note, printable, result } from '../output.ts'
import { readGiven } from '../read-given.ts'
import { beginWriting, settings } from '../settings.ts'

interface Options {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly text?: string
  readonly close?: true
  readonly provider?: Provider
  readonly json?: true
}

export function proposeCommand(): Command {
  return new Command('propose')
    .description('keep one pull request open for a branch, or close it; needs no token of the platform')
    .requiredOption('--branch <name>', 'the branch, which is pushed already')
    .option('--base <name>', 'the branch to merge into', 'main')
    .option('--title <text>', 'its title', 'Take UI edits into git')
    .option('--text <file>', 'a file whose text is shown in it verbatim, or - for standard input')
    .option('--close', 'close it instead, if there is one')
    .addOption(new Option('--provider <name>', 'where; without it, where the job runs').choices([...PROVIDERS]))
    .option('--json', 'print what was done as JSON')
    .action(async (options: Options) => {
      if (options.close && options.text !== undefined) {
        throw new BoardwrightError('USAGE', '--close takes no --text')
      }
      const context = jobContext(options.provider)
      const [{ openForge }, { propose, withdraw }] = await Promise.all([
        import('../../forge/forge.ts'),
        import('../../forge/propose.ts'),
      ])
      const { branch, base, title } = options
      const forge = openForge(context, process.env, { signal: settings().deadline })
      try {
        beginWriting()
        const proposed = options.close
          ? await withdraw(forge.proposals, branch)
          : await propose(forge.proposals, { branch, base, title, body: await bodyOf(options) })
        if (options.json) result(JSON.stringify({ format: 1, ...proposed }))
        else note(printable(describe(proposed)))
      } finally {
        await forge.close()
      }
    })
}

const MOST_LINES = 400
const MOST_CHARACTERS = 40_000

/** Whatever the text says, it is shown and not obeyed. */
async function bodyOf({ text }: Options): Promise<string> {
  if (text === undefined) return INTRODUCTION
  const { fenced } = await import('../../sync/render-plan.ts')
  const lines = readGiven(text).slice(0, MOST_CHARACTERS).trimEnd().split('\n')
  const left = lines.length - MOST_LINES
  const shown = left > 0 ? [...lines.slice(0, MOST_LINES), `... ${left} more lines`] : lines
  return [INTRODUCTION, '', ...fenced('text', shown)].join('\n')
}

const INTRODUCTION =
  'What was edited in the UI since the last apply, as files. Merge it to keep the edits; Boardwright closes it when they are gone.'

const describe = (proposed: Proposed): string =>
  proposed.did === 'nothing'
    ? 'There is no open pull request for this branch.'
    : `The pull request ${proposed.number} ${WORDS[proposed.did]}: ${proposed.url}`

const WORDS = {
  opened: 'was opened',
  updated: 'was brought up to date',
  unchanged: 'was up to date already',
  closed: 'was closed',
} as const
