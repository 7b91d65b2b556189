import type { Key } from '../content/kinds.ts'
import { idIn } from '../content/model.ts'
import { printableName } from '../content/printable.ts'
import { shellWord } from '../content/shell-word.ts'
import { type Accepted, acceptingAll, takes } from '../plan/accept.ts'
import { type Named, namingOf, pathBelowContent, selectorOf } from '../plan/naming.ts'
import type { CommonPlan } from '../plan/plan-file.ts'

/** Quotes one word of a shell command. */
const quote = (word: string): string => shellWord(printableName(word))

interface At {
  readonly target: { readonly name: string }
}

const pathOf = (named: Named): string =>
  pathBelowContent(named)?.replace(/\.ya?ml$/, '') ?? named.file ?? idIn(named.key)

export const commandLine = (...words: readonly string[]): string => ['boardwright', ...words.map(quote)].join(' ')
const selecting = (named: Named): string[] => ['--select', selectorOf(named)]

export const toStatus = ({ target }: At, named: Named): string =>
  commandLine('status', pathOf(named), '--target', target.name)

/** By slug or id, because there need not be a file. */
export const toForget = (named: readonly Named[]): string =>
  commandLine('adopt', '--undo', ...named.map(({ key }) => selectorOf({ key })))

export const toPlan = ({ target }: At): string => commandLine('plan', '--target', target.name)

export const removeCommand = ({ key, file }: Named): string => `${namingOf(key).remover} ${quote(file ?? idIn(key))}`

export const moveCommand = (named: Named, to: Key): string =>
  `git mv ${quote(named.file ?? selectorOf(named))} ${quote(selectorOf({ key: to }))}`

/** Ways to get rid of an object. If the target is not home, one of them keeps the object in all others. */
export function removals({ target }: CommonPlan, named: Named): readonly (readonly [words: string, way: string])[] {
  if (!target.notHome) return [['Or remove it from the repo', removeCommand(named)]]
  const path = pathBelowContent(named)
  const leaveOut = [
    `Or leave it out of ${target.name}`,
    `add ${printableName(path ?? '')} to \`exclude.paths\` of ${target.name}`,
  ] as const
  return [...(path === undefined ? [] : [leaveOut]), ['Or remove it from every target', removeCommand(named)]]
}

export const toExport = (plan: At, named: readonly Named[] = [], ...more: readonly string[]): string =>
  commandLine('export', '--target', plan.target.name, ...named.flatMap(selecting), ...more)

/** Applies some objects of a plan; uses `promote` if the plan is a promotion. */
export const toApply = (plan: Route, named: Named | readonly Named[], ...more: readonly string[]): string =>
  commandLine(...verbOf(plan), ...[named].flat().flatMap(selecting), ...more)

/** Applies some objects again, with everything else that shaped the plan. */
export const applyAgainCommand = (plan: CommonPlan, named: readonly Named[]): string =>
  toApply(plan, named, ...flagsOf({ ...plan.inputs, select: [] }))

/** Applies everything: parts of a data model may need each other. */
export const applyAllCommand = (plan: Route, ...more: readonly string[]): string =>
  commandLine(...verbOf(plan), ...more)

export const toAdopt = (plan: At, named?: Named): string =>
  commandLine('adopt', '--target', plan.target.name, ...(named ? selecting(named) : []))

/** Why no command can apply exactly this plan; undefined if one can. */
export const uncommitted = ({ commit, dirty }: CommonPlan): string | undefined =>
  commit === null
    ? 'Without a commit: apply refuses it. Commit it in a repository that git can open, and plan again.'
    : dirty
      ? 'Not committed: apply refuses it like this. Commit it, and plan again; --accept uncommitted applies it as it is.'
      : undefined

/** Applies exactly this plan, with everything that shaped it. */
export const approveCommand = (plan: CommonPlan): string =>
  commandLine(...wholeCommand(plan), '--approve', plan.fingerprint)

export const toRestore = (run: string, ...more: readonly string[]): string => commandLine('restore', run, ...more)

/** Goes on with this plan, if everything that stops it can be accepted. */
export function acceptCommand(plan: CommonPlan, targets: readonly string[] = [plan.target.name]): string | undefined {
  const wanted = plan.stops.flatMap(({ accept }) => accept ?? [])
  if (wanted.length < plan.stops.length || wanted.length === 0) return undefined
  const inputs = { ...plan.inputs, accept: acceptingAll(plan.inputs.accept, wanted) }
  return commandLine(...wholeCommand({ ...plan, inputs, target: { ...plan.target, name: targets.join(',') } }))
}

/** Does what is left of this plan. */
export const goOnCommand = (plan: CommonPlan): string =>
  commandLine(...wholeCommand(plan), ...(plan.dirty ? acceptFlags(['uncommitted']) : []))

/** Makes this plan again. A restore selects by itself. */
const wholeCommand = ({ restores, inputs, ...plan }: CommonPlan): string[] =>
  restores === undefined
    ? [...verbOf(plan), ...flagsOf(inputs)]
    : ['restore', restores, ...acceptFlags(inputs.accept.filter((accepted) => takes('restore', accepted)))]

interface Route extends At {
  readonly promotion?: CommonPlan['promotion']
}

const verbOf = ({ target, promotion }: Route): string[] =>
  promotion === undefined
    ? ['apply', '--target', target.name]
    : ['promote', '--from', promotion.from, '--to', target.name, ...(promotion.at ? ['--at', promotion.at] : [])]

const flagsOf = (inputs: CommonPlan['inputs']): string[] => [
  ...inputs.select.flatMap((pattern) => ['--select', pattern]),
  ...(inputs.prune ? ['--prune'] : []),
  ...acceptFlags(inputs.accept),
]

const acceptFlags = (accept: readonly Accepted[]): string[] => accept.flatMap((accepted) => ['--accept', accepted])
