import process from 'node:process'
import { type Forge, PROVIDERS, type Proposed, type Provider } from '@boardwright/ci'
import { BoardwrightError } from '@boardwright/common'
import { Command, Option } from 'commander'
import { counted } from '../../../content/counted.ts'
import { printable } from '../../../content/printable.ts'
import { environment } from '../../environment.ts'
import { jobContext } from '../../job.ts'
import { note, result } from '../../output.ts'
import { beginWriting, settings } from '../../settings.ts'
import { readGiven, readMade } from '../../write-file.ts'

interface Options {
  readonly branch: string
  readonly base: string
  readonly title: string
  readonly text?: string
  readonly changes?: string
  readonly close?: true
  readonly provider?: Provider
  readonly json?: true
}

export function proposeCommand(): Command {
  return new Command('propose')
    .description('keep one pull request open for a branch, or close it; needs no platform token')
    .requiredOption('--branch <name>', 'the branch: already pushed, or created with --changes')
    .option('--base <name>', 'the branch to merge into', 'main')
    .option('--title <text>', 'its title', 'Take UI edits into git')
    .option('--text <file>', 'a file to show in it verbatim, or - for standard input')
    .option(
      '--changes <file>',
      'a file from export --changes: the branch is built from it, and removed when it is empty',
    )
    .option('--close', 'close the pull request instead, if there is one')
    .addOption(
      new Option('--provider <name>', 'where to open it (default: where the job runs)').choices([...PROVIDERS]),
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: Options) => {
      if (options.close && (options.text !== undefined || options.changes !== undefined)) {
        throw new BoardwrightError('USAGE', '--close cannot be combined with --text or --changes')
      }
      const context = jobContext(options.provider)
      const { openForge, propose, withdraw } = await import('@boardwright/ci')
      const { branch, base, title } = options
      const forge = openForge(context, environment(), { signal: settings().deadline })
      try {
        beginWriting()
        const changes = await changesOf(options)
        const isGone = options.close || changes?.files.length === 0
        if (changes && !isGone) await bringBranch(forge, options, changes)
        const proposed = isGone
          ? await withdraw(forge.proposals, branch)
          : await propose(forge.proposals, { branch, base, title, body: await bodyOf(options, changes) })
        if (changes && isGone) await bringBranch(forge, options, changes)
        if (options.json) result(JSON.stringify({ format: 1, ...proposed }))
        else note(printable(describe(proposed)))
      } finally {
        await forge.close()
      }
    })
}

async function changesOf({ changes }: Options) {
  if (changes === undefined) return undefined
  const { readChanges } = await import('../../../check/changes-file.ts')
  return readChanges(await readMade(changes), changes)
}

/** Builds the branch from the changes, and removes it if there are none. */
async function bringBranch(
  { branches }: Forge,
  { branch, base: into, title }: Options,
  { commit, files, digest }: NonNullable<Awaited<ReturnType<typeof changesOf>>>,
): Promise<void> {
  const { keepBranch } = await import('@boardwright/ci')
  const author = { name: 'Boardwright', email: process.env['BOARDWRIGHT_GIT_EMAIL'] || 'boardwright@ci.invalid' }
  const base = commit ?? undefined
  const kept = await keepBranch(branches, { branch, into, base, message: title, author, files, digest })
  note(printable(`The branch ${branch}: ${kept}.`))
}

const MOST_LINES = 400
const MOST_CHARACTERS = 40_000

/** Quotes the text literally, so that the forge does not interpret it as Markdown. */
async function bodyOf({ text }: Options, changes: Awaited<ReturnType<typeof changesOf>>): Promise<string> {
  const { fenced } = await import('../../../words/index.ts')
  const failing = changes?.problems.map(
    ({ code, severity, file, message }) => `${file}  ${code}  ${severity}: ${message}`,
  )
  const checks = failing?.length ? ['', FAILING, '', ...fenced('text', failing)] : []
  if (text === undefined) return [INTRODUCTION, ...checks].join('\n')
  const lines = readGiven(text).slice(0, MOST_CHARACTERS).trimEnd().split('\n')
  const left = lines.length - MOST_LINES
  const shown = left > 0 ? [...lines.slice(0, MOST_LINES), `... ${counted(left)} more lines`] : lines
  return [INTRODUCTION, ...checks, '', ...fenced('text', shown)].join('\n')
}

const INTRODUCTION =
  'What was edited in the UI since the last apply, as files. Merge it to keep the edits; Boardwright closes it when they are gone.'

const FAILING =
  'This content does not pass every check. It is live as it is; an error has to be fixed here before the tree can be planned.'

const describe = (proposed: Proposed): string =>
  proposed.did === 'nothing'
    ? 'There is no open pull request for this branch.'
    : `The pull request ${proposed.number} ${WORDS[proposed.did]}: ${proposed.url}`

const WORDS = {
  opened: 'was opened',
  updated: 'was brought up to date',
  unchanged: 'was already up to date',
  closed: 'was closed',
} as const
