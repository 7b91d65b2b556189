import { plural } from '../content/counted.ts'
import { isKind } from '../content/kinds.ts'
import { placeText, printableName, shortCommit } from '../content/printable.ts'
import { namedInWords } from '../content/unit-words.ts'
import { fullName } from '../plan/naming.ts'
import type { Exported } from '../project/export.ts'
import { removeCommand, toExport, toPlan } from '../words/commands.ts'

/** Describes the outcome for objects that differ or that one side no longer has. Unremarkable ones are only counted. */
export function* describeOutcomes(
  { outcomes, target, caller, problems }: Exported,
  drafts: boolean,
): Generator<string> {
  const told = [...describeKept(outcomes, { target, seesAll: caller.isAdmin })]
  yield* told.slice(0, MOST_TOLD)
  if (told.length > MOST_TOLD) yield `  and ${plural(told.length - MOST_TOLD, 'more line')}: --json has them all`
  for (const [kind, one, many] of COUNTED) {
    const { length } = outcomes.filter((outcome) => outcome.kind === kind)
    if (length > 0) yield `  ${plural(length, `object ${one}`, `objects ${many}`).replace('TARGET', target.name)}`
  }
  // Folders are skipped, because selecting one would select everything in it.
  const [kept] = outcomes.filter(({ kind, key }) => OFFERED.has(kind) && !isKind(key, 'folder'))
  if (!kept) return
  // Not even --mirror writes lines for all targets from a target that is not home.
  if (kept.kind !== 'edited-orphan' && !target.home && !isKind(kept.key, 'model')) {
    if (!problems.some(isForAllTargets)) yield `  ${takenByHand(target)}`
    return
  }
  const command = toExport({ target }, [], '--select', kept.select, '--mirror', ...(drafts ? ['--drafts'] : []))
  yield `  To take one as it is live${isKind(kept.key, 'workbook') ? ', with its reports' : ''}: ${command}`
}

const OFFERED: ReadonlySet<Exported['outcomes'][number]['kind']> = new Set(['conflict', 'commit-gone', 'edited-orphan'])

const MOST_TOLD = 50

/** One line for each key that is not written, or that is written in a way to look at. */
export function* describeProblems(problems: Exported['problems']): Generator<string> {
  for (const { kind, at, message } of problems) {
    const place = placeText({ file: at.file, line: at.line })
    yield `  ${kind === 'VARIABLE_LOST' ? 'look at' : 'not written'}: ${place}: ${message}`
  }
}

export const isForAllTargets = ({ kind }: Exported['problems'][number]): boolean => kind === 'EXPORT_NOT_HOME'

/** What to do about an edit of lines for all targets, made in a target that is not home. */
export const takenByHand = ({ name }: { readonly name: string }, how = ''): string =>
  `To take an edit, write it there by hand${how}. To keep it in ${name} alone, put the key into overlays/${name}/.`

interface Where {
  readonly target: { readonly name: string }
  readonly seesAll: boolean
}

/** One line for each object that was kept, merged or left out. */
export function* describeKept(outcomes: Exported['outcomes'], where: Where): Generator<string> {
  for (const outcome of outcomes) {
    const place = outcome.at && placeText({ file: outcome.at.file, line: outcome.at.line })
    const words = wordsOf(outcome, where)
    if (words !== undefined) yield `  ${words[0]} ${place ?? printableName(fullName(outcome))}: ${words[1]}`
  }
}

function wordsOf(
  outcome: Exported['outcomes'][number],
  { target, seesAll }: Where,
): readonly [verb: string, what: string] | undefined {
  switch (outcome.kind) {
    case 'conflict': {
      const what = isKind(outcome.key, 'model') ? 'it' : namedInWords(outcome.unit)
      return [
        'kept',
        outcome.baseUnknown
          ? `${what} differs from live, and what was last applied is not known; the repo's version stays`
          : `${what} was changed both here and in the UI; the repo's version stays`,
      ]
    }
    case 'commit-gone':
      return [
        'kept',
        `it differs from live, which was applied from ${shortCommit(outcome.commit)}: that commit is not in this clone; the repo's version stays`,
      ]
    case 'merged':
      return ['merged', 'it was changed both here and in the UI, in different lines']
    case 'edited-orphan':
      return ['left out', 'it was removed here, but edited in the UI since']
    case 'deleted-live': {
      if (outcome.because === 'others')
        return [
          'kept',
          `it was deleted in the UI, but other targets have it; ${toPlan({ target })} says what you can do`,
        ]
      const remove = removeCommand({ key: outcome.key, file: outcome.at?.file })
      return [
        'kept',
        outcome.because === 'changed'
          ? `it was deleted in the UI, but changed here; ${remove} removes it`
          : `it was deleted in the UI, but a dashboard here still shows it; remove it there, then ${remove}`,
      ]
    }
    case 'dropped':
      return [
        'dropped',
        isKind(outcome.key, 'model') ? 'what the repo changed' : `what the repo has for ${namedInWords(outcome.unit)}`,
      ]
    case 'dropped-object':
      return ['dropped', 'it is not live']
    case 'dropped-removal':
      return ['brought back', 'the repo removed it, but it is live']
    case 'for-all':
      return [
        'kept',
        `its ${outcome.unit} was changed in the UI of ${target.name} alone, and is the same in every target`,
      ]
    case 'not-live':
      return ['kept', seesAll ? 'it is not live' : 'it is not live, or this key cannot see it']
    default:
      return undefined
  }
}

const COUNTED = [
  [
    'never-applied',
    'differed and was never applied: it now matches live. Git has what the repo said.',
    'differed and were never applied: they now match live. Git has what the repo said.',
  ],
  [
    'orphan',
    'was removed here and is still live (`plan --prune` says whether it can be deleted).',
    'were removed here and are still live (`plan --prune` says whether they can be deleted).',
  ],
  ['not-taken', 'in TARGET has no file (`--new` exports it).', 'in TARGET have no file (`--new` exports them).'],
] as const
