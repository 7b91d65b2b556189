import { resolve } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { Command } from 'commander'
import { counted, plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import { problemData } from '../../content/problem.ts'
import type { TreeChanges } from '../../project/export/changes-from.ts'
import type { Exported } from '../../project/export.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { toAdopt, toPlan } from '../../words/commands.ts'
import { describeOutcomes, describeProblems, isForAllTargets, takenByHand } from '../export-outcomes.ts'
import { openSoundHere } from '../options.ts'
import { note, result } from '../output.ts'
import { connectOptions, takeTraffic } from '../settings.ts'
import { fromRoot, withSelect } from '../shaping.ts'
import { fileToWrite, writeWhole } from '../write-file.ts'

interface Options {
  readonly target?: string
  readonly select?: readonly string[]
  readonly new?: true
  readonly drafts?: true
  readonly mirror?: true
  readonly snapshot?: string
  readonly changes?: string
  readonly json?: true
}

export function exportCommand(): Command {
  return withSelect(
    new Command('export')
      .description('write what is live into the tree')
      .option('-t, --target <name>', 'the target to read'),
  )
    .option('--new', 'also export live objects that have no file yet')
    .option('--drafts', 'export unpublished edits instead of what viewers see')
    .option('--mirror', 'make the tree match what is live, dropping what the repo changed')
    .option(
      '--snapshot <file>',
      'write everything that is live into one file for plan --snapshot; leaves the tree alone',
      fileToWrite,
    )
    .option('--changes <file>', 'write the changes into one file for ci propose; leaves the tree alone', fileToWrite)
    .option('--json', 'print the result as JSON')
    .action(async (options: Options, command: Command) => {
      if (options.snapshot !== undefined) return saveSnapshot(options.snapshot, options, command)
      const started = performance.now()
      const { exportTree } = await import('../../project/export.ts')
      const project = await openSoundHere(command)
      const { select } = await fromRoot(options, project, command)
      const file = options.changes
      const { changesText } = await import('../../check/changes-file.ts')
      let changes: TreeChanges = new Map()
      const exported = await exportTree(project, {
        instead: file === undefined ? undefined : (told) => (changes = told),
        ...connectOptions(),
        target: options.target,
        select,
        takeNew: options.new,
        drafts: options.drafts,
        mirror: options.mirror,
      })
      if (file !== undefined) writeWhole(resolve(file), await changesText(project, changes))
      const seconds = (performance.now() - started) / 1000
      if (options.json) result(JSON.stringify(asData(exported)))
      else for await (const line of describe(exported, options, project, seconds)) note(printable(line))
    })
}

async function saveSnapshot(file: string, options: Options, command: Command): Promise<void> {
  const { select, new: takeNew, drafts, mirror } = options
  if (select || takeNew || drafts || mirror) {
    throw new BoardwrightError(
      'USAGE',
      '--snapshot writes everything that is live: --target is the only flag that goes with it',
    )
  }
  const { takeSnapshot } = await import('../../project/snapshot.ts')
  const project = await openSoundHere(command)
  const snapshot = await takeSnapshot(project, {
    ...connectOptions(),
    target: options.target,
  })
  writeWhole(resolve(file), snapshot.text)
  const { target } = snapshot
  const { reads, writes: writeRequests } = takeTraffic()
  const requests = reads + writeRequests
  if (options.json) result(JSON.stringify({ format: 1, target: target.name, file, requests, writeRequests }))
  else
    note(
      printable(
        `Wrote ${target.name} to ${file}, with ${plural(requests, 'request')}. ${plural(writeRequests, 'write request')}.`,
      ),
    )
}

const asData = ({ target, problems, ...rest }: Exported) => ({
  ...{ format: 1, target: target.name, ...rest },
  problems: problems.map(problemData),
})

async function* describe(
  exported: Exported,
  { drafts, mirror, select }: Options,
  { root }: SoundProject,
  seconds: number,
): AsyncGenerator<string> {
  const { countsText } = await import('../counts.ts')
  const { target, caller, counts, published, written, removed, uncommitted, unmanaged } = exported
  const { problems, notes, edited, spreadsheets } = exported
  const role = caller.isAdmin ? 'admin' : 'not known to be an admin'
  const what = select
    ? `Exported ${countsText(counts, published, { none: false })} of ${target.name}`
    : `Exported ${target.name}: ${countsText(counts, published)}`
  yield `${what}, in ${formatSeconds(seconds)}, ` +
    `as ${caller.email ?? 'an unknown user'} (${role}). ${plural(takeTraffic().writes, 'write request')}.`

  const ofReports: Readonly<Record<string, number>> = { 'edit-taken': edited.taken, 'edit-left': edited.left }
  const count = (kind: string): number => ofReports[kind] ?? notes.filter((each) => each.kind === kind).length
  for (const [kind, one, many] of NOTES) {
    const n = count(kind)
    const isTaken = drafts ? UNPUBLISHED.has(kind) : mirror && kind === 'edit-taken'
    if (n > 0 && !isTaken) yield `${counted(n).padStart(5)} ${n === 1 ? one : many}`
  }
  if (spreadsheets > 0)
    yield `${counted(spreadsheets).padStart(5)} ${spreadsheets === 1 ? 'report is filled by a spreadsheet and was' : 'reports are filled by spreadsheets and were'} left out (\`exclude: {kinds: []}\` in boardwright.yaml takes ${spreadsheets === 1 ? 'it' : 'them'}).`
  for (const { message } of notes.filter(({ kind }) => WORTH_A_LINE.has(kind))) yield `  ${message}`
  yield* describeOutcomes(exported, drafts === true)
  yield* describeProblems(problems)
  if (problems.some(isForAllTargets))
    yield `  These lines are for all targets. ${takenByHand(target, `: boardwright status --ui-edits --target ${target.name} shows it`)}`
  for (const file of uncommitted) yield `  not touched: ${file} has uncommitted changes`

  const isAsLive =
    [uncommitted, problems].every(({ length }) => length === 0) && !exported.outcomes.some(isOtherThanLive)
  if (written.length + removed.length === 0) {
    yield isAsLive ? 'The tree is up to date: no file changed.' : 'No file changed.'
    if (unmanaged > 0) yield `Next: ${toAdopt({ target })}`
  } else {
    yield `${plural(written.length, 'file')} written, ${counted(removed.length)} removed.`
    const { commitCommand } = await import('../../project/local/root.ts')
    const then = unmanaged > 0 ? toAdopt({ target }) : toPlan({ target })
    yield `Next: ${commitCommand(root, 'Export')} && ${then}`
  }
}

const isOtherThanLive = ({ kind }: Exported['outcomes'][number]): boolean => KEPT.has(kind)
const KEPT: ReadonlySet<string> = new Set(['conflict', 'commit-gone', 'deleted-live', 'for-all'])

const UNPUBLISHED: ReadonlySet<string> = new Set(['unpublished-edits', 'edit-taken', 'edit-left'])

const NOTES = [
  [
    'no-slug',
    'workbook has no slug on the platform. It got one from its name.',
    'workbooks have no slug on the platform. They got one from their name.',
  ],
  [
    'legacy-id',
    'report has a placeholder id from before stable ids. It got a new id in its file.',
    'reports share placeholder ids from before stable ids. They got new ids in their files.',
  ],
  [
    'unpublished-edits',
    'workbook has unpublished edits. The tree holds what viewers see (`--drafts` takes them).',
    'workbooks have unpublished edits. The tree holds what viewers see; drafts were left alone (`--drafts` takes them).',
  ],
  [
    'edit-taken',
    'report was edited since its dashboard was published. Its file has that edit, which viewers do not see yet.',
    'reports were edited since their dashboards were published. Their files have those edits, which viewers do not see yet.',
  ],
  [
    'edit-left',
    'report was edited since its dashboard was published. It was left as the repo has it (`--drafts` takes it).',
    'reports were edited since their dashboards were published. They were left as the repo has them (`--drafts` takes them).',
  ],
  [
    'foreign',
    'object is owned by another project, which alone may change it.',
    'objects are owned by another project, which alone may change them.',
  ],
  [
    'read-only',
    'object has a field that the API cannot write; it was not exported.',
    'objects have a field that the API cannot write; those fields were not exported.',
  ],
] as const

const WORTH_A_LINE = new Set([
  'dangling',
  'numbered',
  'suspicious-number',
  'ledger',
  'renamed',
  'twin-folders',
  'unseen',
  'unseen-kinds',
  'unreadable-file',
  'no-branch',
  'unknown-field',
  'partial-view',
])

const formatSeconds = (seconds: number): string =>
  seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
