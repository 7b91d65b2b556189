import { counted, listed, plural } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import { shortCommit, titleText } from '../../content/printable.ts'
import { shortFingerprint } from '../../plan/fingerprint.ts'
import { placeTold, type ToldPlan, targetsIn } from '../../plan/fleet.ts'
import type { LeftObject } from '../../plan/plan-file.ts'
import { acceptCommand, approveCommand } from '../commands.ts'
import { inMarkdown as escaped, fenced } from '../escape.ts'
import { countedNotes, isOnlyCounted, placeName } from '../facts.ts'
import type { CommentInput, Finding } from './input.ts'
import { deletedText } from './summary.ts'

const MOST_FINDINGS = 30
const MOST_KNOWN = 20
/** Placeholder for target names. No other text can contain it, because control characters are escaped. */
const WHERE = '\u0000'

/** Errors with their places. Warnings stop nothing, so they are listed among the other facts. */
export function findingLines(findings: readonly Finding[]): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return []
  const rows = errors.slice(0, MOST_FINDINGS).map((finding) => `- ${findingText(finding)}`)
  const more = errors.length - rows.length
  return ['#### Problems', '', ...rows, ...(more > 0 ? [`- and ${counted(more)} more`] : [])]
}

function findingText({ file, line, column, code, severity, message }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return `${severity} ${escaped(code)}${place === '' ? '' : ` **${escaped(place)}**`}: ${escaped(message)}`
}

export function stopLines(plans: readonly ToldPlan[]): string[] {
  const stopped = plans.filter(({ stops }) => stops.length > 0)
  if (stopped.length === 0) return []
  const rows = stopped.flatMap((plan) =>
    plan.stops.map(({ message }) => `- ${escaped(placeTold(plan))}: ${escaped(message)}`),
  )
  const commands = stopped.flatMap((plan) => acceptCommand(plan, plan.targets) ?? [])
  return [
    '#### Stopped: apply refuses this as it is',
    '',
    ...rows,
    ...(commands.length === 0 ? [] : ['', 'If that is meant:', '', ...fenced('sh', commands)]),
  ]
}

/** Other things worth knowing, each once, with its targets. */
export function knownLines(input: CommentInput): readonly string[] {
  const facts = new Map<string, string[]>()
  const add = (text: string, where: string): void => {
    facts.set(text, [...(facts.get(text) ?? []), where])
  }
  for (const plan of input.plans) for (const note of plan.notes) add(`${escaped(note)} (${WHERE})`, placeTold(plan))
  for (const plan of input.plans) {
    for (const { title, managed } of plan.objects.flatMap(({ shownOn = [] }) => shownOn)) {
      if (!managed) add(`${escaped(titleText(title))} shows the same report and is not managed.`, placeTold(plan))
    }
  }
  for (const plan of input.plans) {
    for (const text of countedNotes(plan)) add(`${escaped(text)} (${WHERE})`, placeTold(plan))
    const told = plan.left.filter(({ reason }) => !isOnlyCounted(reason))
    for (const text of leftTexts(told, input)) add(text, placeTold(plan))
  }
  for (const finding of input.findings ?? []) if (finding.severity === 'warning') add(findingText(finding), '')
  const told = [...facts].map(([text, where]) => text.replaceAll(WHERE, listed([...new Set(where)].map(escaped))))
  return told.length <= MOST_KNOWN
    ? told
    : [...told.slice(0, MOST_KNOWN), `and ${counted(told.length - MOST_KNOWN)} more of this kind`]
}

/** If more objects than this are left alone for the same reason, they share a line. */
const MOST_ALIKE = 3
const MOST_NAMED = 5

function leftTexts(left: readonly LeftObject[], { changed }: CommentInput): string[] {
  const alike = groupBy(left, ({ reason, message }) => (reason === 'ui-edit' ? reason : message))
  return [...alike.values()].flatMap((some) => {
    const names = some.map(placeName)
    const more = names.length - MOST_NAMED
    const [first] = some
    if (names.length <= MOST_ALIKE || !first) {
      return some.map((each, index) => leftText(escaped(names[index] ?? ''), each, changed))
    }
    const named = names.slice(0, MOST_NAMED).map(escaped).join(', ')
    const end = more > 0 ? ` and ${plural(more, 'other')}` : ''
    return [`${named}${end}: ${leftText(plural(names.length, 'object'), first, changed, 'were')}`]
  })
}

function leftText(
  name: string,
  { reason, message }: LeftObject,
  changed: readonly string[] | undefined,
  verb = 'was',
): string {
  if (reason !== 'ui-edit') return `${name}: ${escaped(message)} (${WHERE}).`
  const it = verb === 'was' ? 'it' : 'them'
  const end = changed === undefined ? `This plan leaves ${it} alone.` : `This pull request does not touch ${it}.`
  return `${name} ${verb} edited in the UI in ${WHERE}. ${end}`
}

/** Says what was checked, and which plan this is. */
export function tailLines({
  plans,
  fleet,
  findings = [],
  allMembersExist,
  sqlNotChecked = 0,
  warningsBefore = 0,
}: CommentInput): string[] {
  const [first] = plans
  if (!first) return []
  const replaced = plans.flatMap(({ objects }) => objects.flatMap(({ replaces }) => replaces)).length
  const isValid = findings.every(({ severity }) => severity !== 'error')
  const checked = [
    ...(isValid ? ['files valid'] : []),
    // Claims only what was checked: the members that queries use.
    ...(allMembersExist ? ['all query members exist in the data model'] : []),
    ...(sqlNotChecked > 0 ? [plural(sqlNotChecked, 'SQL query not checked', 'SQL queries not checked')] : []),
    ...(warningsBefore > 0 ? [plural(warningsBefore, 'warning was there before', 'warnings were there before')] : []),
    deletedText(plans),
    replaced === 0 ? 'no unpublished draft goes out' : `**${plural(replaced, 'draft or UI edit')} replaced**`,
  ]
  const at = first.commit === null ? '' : ` at \`${shortCommit(first.commit)}\``
  const said = `Checked: ${checked.join(', ')}.`
  if (fleet) return [said, `${plural(targetsIn(fleet.folds), 'target')}${at}. 0 write requests.`]
  const hashes = [...new Set(plans.map(shortFingerprint))]
  const names = plans.map((plan) => `${escaped(plan.target.name)} \`${shortFingerprint(plan)}\``)
  return [
    said,
    `${hashes.length === 1 ? `Plan \`${hashes[0]}\`` : `Plans ${names.join(', ')}`}${at}. 0 write requests.`,
    ...commandLines(plans),
  ]
}

/** The short hash is for reading; these commands can be copied. */
function commandLines(plans: readonly ToldPlan[]): string[] {
  const commands = plans.flatMap((plan) =>
    plan.objects.length === 0 || plan.stops.length > 0 ? [] : [approveCommand(plan)],
  )
  if (commands.length === 0) return []
  return [
    '',
    '<details><summary>Apply exactly this by hand</summary>',
    '',
    ...commands.map((command) => `    ${command}`),
    '',
    '</details>',
  ]
}
