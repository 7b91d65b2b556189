import { resolve } from 'node:path'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { BoardwrightError, EXIT, worstOf } from '@boardwright/common'
import { Command, Option } from 'commander'
import { counted, plural, someOf } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import { isKind, isOptIn, type Kind, OPT_IN } from '../../content/kinds.ts'
import { roleIn } from '../../content/people.ts'
import { printable, titleText } from '../../content/printable.ts'
import { fullName } from '../../plan/naming.ts'
import type { Adopted, Adoption, ToAdopt } from '../../project/adopt.ts'
import { commitCommand } from '../../project/local/root.ts'
import { applyAllCommand, toPlan } from '../../words/commands.ts'
import { labelled, paintLabel } from '../../words/paint.ts'
import { isOnDisk } from '../../workspace/disk.ts'
import { ask } from '../ask.ts'
import { paintFor } from '../colors.ts'
import { countsText } from '../counts.ts'
import { failedLines } from '../failed-lines.ts'
import { isOverdue, onInterrupt } from '../interrupt.ts'
import { KEEPING_ALL } from '../open-reading.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { note, result } from '../output.ts'
import { connectOptions } from '../settings.ts'
import { fromRoot, withSelect } from '../shaping.ts'
import { describeTraffic } from '../traffic.ts'
import { readGiven, writeWhole } from '../write-file.ts'

interface Options {
  readonly target?: string
  readonly select?: readonly string[]
  readonly match?: string
  readonly undo?: readonly string[]
  readonly yes?: true
  readonly json?: true
}

export function adoptCommand(finish: Finish): Command {
  return withSelect(
    new Command('adopt')
      .description('take ownership of objects that are both live and in the tree; content, ids and links stay the same')
      .option('-t, --target <name>', 'the target to adopt in'),
  )
    .option('--match <file>', 'a file of matches that you have reviewed: the same objects under different ids')
    .addOption(
      new Option(
        '--undo <objects...>',
        'give up ownership of these instead: paths, slugs or ids; they stay as they are',
      ).conflicts(['select', 'match']),
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the result as JSON')
    .action(async (options: Options, command: Command) => {
      if (options.undo) {
        const { undoAdoption } = await import('../adopt-undo.ts')
        return finish(await undoAdoption(options.undo, options, command))
      }
      const started = performance.now()
      setFlagsFromString(KEEPING_ALL)
      const [{ adoptTarget }, { printProposals }] = await Promise.all([
        import('../../project/adopt.ts'),
        import('../../project/adopt/matches.ts'),
      ])
      const project = await openSoundHere(command)
      const { match } = options
      const { select } = await fromRoot(options, project, command)
      const interrupt = onInterrupt()
      const adopted = await adoptTarget(project, {
        ...connectOptions(),
        stop: interrupt.stop,
        signal: interrupt.kill,
        target: options.target,
        ...(select ? { shaping: { select: [...select].sort() } } : {}),
        ...(match === undefined ? {} : { match: readMatch(match, project.root) }),
        confirm: async (adoption, { target }, toWrite) => {
          const tell = options.json ? note : result
          if (!options.json || !options.yes)
            for (const line of [
              ...describeClaims(adoption.claims, adoption.refused),
              ...describeWrites(target.name, toWrite),
            ])
              tell(printable(line))
          return (
            options.yes === true ||
            (await ask(`Adopt this in ${target.name}? Type "yes" to go ahead`, '--yes')) === 'yes'
          )
        },
      })
      const { target } = adopted.planned
      const file = `adopt-${target.name}.yaml`
      if (adopted.proposals.length > 0)
        writeWhole(resolve(project.root, file), printProposals(target.name, adopted.proposals))
      if (options.json) result(JSON.stringify(asData(adopted), null, 2))
      else
        for (const line of describeEnding(adopted, { root: project.root, file, stop: interrupt.stop }))
          result(paintLabel(paintFor(process.stdout), printable(line)))
      note(printable(describeTraffic(adopted.planned, performance.now() - started)))
      finish(exitOfAdopt(adopted, interrupt.stop))
    })
}

/** Proposals are written next to boardwright.yaml, so a bare file name finds them. */
function readMatch(file: string, root: string): { readonly text: string; readonly file: string } {
  const found = [file, resolve(root, file)].find((path) => isOnDisk(path))
  if (found === undefined) throw new BoardwrightError('USAGE', `there is no file ${file}`)
  return { text: readGiven(found), file }
}

interface AdoptEnding {
  readonly toWrite: readonly unknown[]
  readonly written: readonly unknown[]
  readonly assigned: number
  readonly recorded: readonly unknown[]
  readonly failed: readonly { readonly error: BoardwrightError }[]
  readonly unread?: BoardwrightError
  readonly result: { readonly exit: number } | undefined
  readonly adoption: { readonly claims: readonly unknown[]; readonly refused: readonly unknown[] }
}

export function exitOfAdopt(
  { toWrite, written, assigned, recorded, failed, unread, result: run, adoption }: AdoptEnding,
  stop: AbortSignal,
): number {
  const wrote = assigned + recorded.length > 0
  // Without a run, it was declined or stopped, or there was nothing to adopt.
  const isUnfinished = !run && (stop.aborted || adoption.claims.length > 0 || toWrite.length > written.length)
  return worstOf([
    ...failed.map(({ error }) => error.exit),
    unread?.exit ?? false,
    run ? run.exit : isUnfinished && EXIT.error,
    !run && stop.aborted && !isOverdue(stop) && EXIT.interrupted,
    wrote && (failed.length > 0 || isUnfinished) && EXIT.partly,
    adoption.refused.length > 0 && EXIT.held,
  ])
}

const SHOWN = 20

/** Of people, the name of a unit says nothing. */
const differing = (units: readonly string[]): string =>
  [...groupBy(units, (unit) => roleIn(unit) ?? unit)]
    .map(([what, { length }]) => (length === 1 ? what : plural(length, what)))
    .join(', ')

/**
 * Lists every match first, since somebody wrote it. Then come the first objects that get a name or differ, and workbooks
 * that only get an owner, with counts.
 */
export function* describeClaims(claims: Adoption['claims'], refused: Adoption['refused']): Generator<string> {
  const countOf = (kind: Kind): number => claims.filter(({ key }) => isKind(key, kind)).length
  const optional = OPT_IN.filter((kind) => countOf(kind) > 0)
  const counts = [...(['workbook', 'report'] as const), ...optional].map((kind) => [kind, countOf(kind)] as const)
  const isOfAccountAlone = optional.length > 0 && counts.every(([kind, count]) => isOptIn(kind) || count === 0)
  yield `To adopt: ${countsText(Object.fromEntries(counts), {}, { none: !isOfAccountAlone })}`
  const matches = claims.filter(({ live }) => live !== undefined)
  const notable = [...matches, ...claims.filter((claim) => claim.live === undefined && isNotable(claim))]
  const most = Math.max(SHOWN, matches.length)
  for (const { title, live, slug, publicId, differs, joined } of notable.slice(0, most)) {
    const gets = [
      ...(live === undefined ? [] : [`is ${live} there`]),
      ...(slug === undefined ? [] : [`gets the slug ${slug}`]),
      ...(publicId === undefined ? [] : [`gets the public id ${publicId}`]),
      ...(differs.length === 0 ? [] : [`differs in ${differing(differs)}`]),
      ...(joined > 0 ? [`${plural(joined, 'more person is', 'more people are')} in it than its file names`] : []),
    ]
    yield `  adopt    ${titleText(title)}   ${gets.join('; ')}`
  }
  if (notable.length > most) yield `  and ${counted(notable.length - most)} more that get a slug or an id, or differ`
  yield* describePlain(claims)
  yield* refusalsOf(refused)
}

function* describeWrites(target: string, toWrite: readonly string[]): Generator<string> {
  for (const file of toWrite.slice(0, SHOWN)) yield `  write    ids.${target} into ${file}`
  if (toWrite.length > SHOWN) yield `  and into ${plural(toWrite.length - SHOWN, 'more file')}`
}

function* refusalsOf(refused: Adoption['refused']): Generator<string> {
  for (const [because, all] of groupBy(refused, (each) => each.because))
    yield `  refused  ${someOf(all.map(({ title }) => titleText(title)))}   ${because}`
}

const isNotable = ({ live, slug, publicId, differs, joined }: ToAdopt): boolean =>
  live !== undefined || slug !== undefined || publicId !== undefined || differs.length > 0 || joined > 0

function* describePlain(claims: readonly ToAdopt[]): Generator<string> {
  const homes = claims.filter(({ key }) => isKind(key, 'workbook')).map(({ title }) => titleText(title))
  const counts = new Map<string, number>()
  for (const claim of claims.filter((each) => !isNotable(each))) {
    const own = titleText(claim.title)
    const above = titleText(claim.title.slice(0, -1))
    const isInside = isKind(claim.key, 'report')
    const home = isInside && homes.includes(above) ? above : own
    counts.set(home, (counts.get(home) ?? 0) + (isInside && home !== own ? 1 : 0))
  }
  for (const [home, reports] of [...counts].slice(0, SHOWN)) {
    yield `  adopt    ${home}${reports > 0 ? ` (${plural(reports, 'report')})` : ''}`
  }
  if (counts.size > SHOWN) yield `  and ${plural(counts.size - SHOWN, 'other')} with nothing to assign`
}

function describeNothing({ plan: { summary, inputs }, target: { name } }: Adopted['planned']): string {
  const nothing =
    inputs.select.length > 0
      ? 'Nothing to adopt: what is selected is managed already, or is not both live and in the tree'
      : 'Nothing to adopt: everything that is both live and in the tree is managed already'
  if (summary.create === 0) return `${nothing}.`
  return `${nothing}; ${plural(summary.create, 'object of the tree is', 'objects of the tree are')} not live. Next: boardwright apply --target ${name}`
}

function* describeEnding(
  adopted: Adopted,
  { root, file, stop }: { readonly root: string; readonly file: string; readonly stop: AbortSignal },
): Generator<string> {
  const { adoption, planned, proposals, toWrite, written, assigned, recorded, result: run, failed, unread } = adopted
  // If there are claims, they were already shown with the question.
  if (adoption.claims.length === 0) yield* refusalsOf(adoption.refused)
  const isNothing = adoption.claims.length + adoption.refused.length + toWrite.length === 0
  if (isNothing && !stop.aborted) yield describeNothing(planned)
  for (const { key, error } of failed)
    yield* failedLines([`assign an id to ${fullName({ key, title: planned.work.titleOf(key) })}`], error)
  for (const { key, title, error } of run?.failed ?? [])
    yield* failedLines([`write the record on ${fullName({ key, title })}`], error)
  if (unread) yield* failedLines([`read ${planned.target.name} again`], unread)
  const left = adoption.claims.length - recorded.length
  const commitFirst = written.length > 0 ? 'commit the files, then ' : ''
  const again = labelled('Next', `${commitFirst}run the same command again: it does the rest.`)
  if (stop.aborted || (unread && assigned > 0)) {
    const why = !stop.aborted ? '' : isOverdue(stop) ? 'because time ran out: ' : 'by Ctrl-C: '
    yield labelled(
      'STOPPED',
      `${why}${plural(assigned, 'slug or id', 'slugs and ids')} assigned, ${counted(recorded.length)} of ${plural(adoption.claims.length, 'object')} adopted`,
    )
    if (left > 0) yield again
  } else if (run) {
    const hasEntries = new Set(recorded)
    const unlike = adoption.claims.filter(({ key, differs }) => differs.length > 0 && hasEntries.has(key)).length
    const whole =
      left > 0
        ? `${counted(recorded.length)} of ${plural(adoption.claims.length, 'object')}`
        : plural(recorded.length, 'object')
    yield `Adopted ${whole} in ${planned.target.name}. No content changed.`
    if (unlike > 0)
      yield `${plural(unlike, 'object differs', 'objects differ')} between repo and live: the next plan shows how, and overwrites none.`
    if (left > 0) yield again
  } else if (adoption.claims.length > 0) yield 'Nothing was adopted.'
  else if (toWrite.length > written.length) yield 'Nothing was written.'
  const offer = modelOffer(adopted)
  if (offer) yield offerText(planned.target.name, offer)
  if (written.length > 0) yield `Wrote ids of ${planned.target.name} into ${plural(written.length, 'file')}.`
  const commit = written.length > 0 ? [commitCommand(root, 'Adopt')] : []
  const isDone = !stop.aborted && failed.length + left + proposals.length === 0 && recorded.length + written.length > 0
  const next = [...commit, ...(isDone ? [toPlan(planned)] : [])]
  if (next.length > 0) yield `Next: ${next.join(' && ')}`
  if (proposals.length > 0) {
    yield `${plural(proposals.length, 'pair')} of objects in the tree and in ${planned.target.name} look alike but have different ids: check ${file}, delete any wrong lines, then run`
    yield `  boardwright adopt --target ${planned.target.name} --match ${file}`
  }
}

interface ModelOffer {
  /** Files that differ between repo and live. */
  readonly differ: number
  readonly takeOver: string
}

/**
 * Adopting takes content over. The data model of a branch is taken over by the apply that says so. It is not offered if
 * the content could not be adopted: the tenant may belong to another project.
 */
function modelOffer({ adoption, planned, recorded, failed }: Adopted): ModelOffer | undefined {
  const { target, live, plan } = planned
  const isRefused = adoption.refused.length > 0 && recorded.length === 0
  const isUnfinished = failed.length + adoption.claims.length - recorded.length > 0
  if (!target.dataModel || live.modelRecord || isRefused || isUnfinished) return undefined
  const differ = plan.held.filter(({ reason }) => reason === 'model-unclaimed').length
  return { differ, takeOver: applyAllCommand(plan, '--accept', 'model') }
}

function offerText(target: string, { differ, takeOver }: ModelOffer): string {
  const files = differ === 0 ? '' : `: ${plural(differ, 'file differs', 'files differ')}`
  return `The data model of ${target} is not managed yet${files}. To take it over: ${takeOver}`
}

function asData(adopted: Adopted) {
  const { adoption, planned, proposals, written, recorded, result: run, failed, unread } = adopted
  const model = modelOffer(adopted)
  return {
    format: 1,
    target: planned.target.name,
    claims: adoption.claims.map(({ holder: _, ...claim }) => claim),
    refused: adoption.refused,
    adopted: run === undefined ? [] : recorded,
    failed: [...failed, ...(run?.failed ?? [])].map(({ key, error }) => ({
      key,
      code: error.code,
      message: error.message,
    })),
    ...(unread ? { unread: { code: unread.code, message: unread.message } } : {}),
    proposals,
    written,
    ...(model ? { model } : {}),
  }
}
