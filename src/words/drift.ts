import { plural } from '../content/counted.ts'
import { printableName, shortCommit, titleText } from '../content/printable.ts'
import { type Drifted, driftOf, isUnwritten } from '../plan/drift.ts'
import { fullName } from '../plan/naming.ts'
import type { Plan } from '../plan/plan-file.ts'
import { toExport, toPlan } from './commands.ts'
import { insideName, unpublishedIn } from './facts.ts'
import { inColumns, limitParts } from './lines.ts'
import { inColour, plain } from './paint.ts'
import type { TextOptions } from './text.ts'
import { type Line, markedParts, namesFor, namesIn } from './values/line.ts'
import { allLines, countEdits } from './values/object.ts'

const toldOf = (plan: Plan) => {
  const names = namesIn(plan)
  return driftOf(plan).map((object) => ({ object, lines: allLines(object.units, namesFor(names, object)) }))
}

/** How many there are: objects with edits, as a plan counts them, and edits in them. */
export const countDrift = (plan: Plan): string => countTold(toldOf(plan)) || 'no UI edits'

function countTold(all: ReturnType<typeof toldOf>): string {
  const told = all.filter(({ object }) => !isUnwritten(object))
  const others = all.length - told.length
  return [
    ...(told.length === 0 ? [] : [countEdited(told)]),
    ...(others === 0
      ? []
      : [plural(others, 'object that no apply writes differs', 'objects that no apply writes differ')]),
  ].join('; ')
}

function countEdited(told: ReturnType<typeof toldOf>): string {
  const edits = told.reduce((sum, { lines }) => sum + Math.max(1, countEdits(lines)), 0)
  const objects = new Set(told.map(({ object: { key } }) => key))
  return `${plural(objects.size, 'object')}, ${plural(edits, 'edit')}`
}

/** `isTaken`: whether `export` would take any of it. */
export function renderDrift(plan: Plan, { color }: TextOptions, isTaken: boolean): string {
  const paint = color ? inColour : plain
  const told = toldOf(plan)
  const drifted = told.map(({ object }) => object)
  const since = plan.applied === null ? '' : ` (${shortCommit(plan.applied)})`
  const name = printableName(plan.target.name)
  const notCounted = notCountedLine(plan, drifted)
  const [edited, unwritten] = [false, true].map((wanted) =>
    inColumns(
      namedOnce(
        told
          .filter(({ object }) => isUnwritten(object) === wanted)
          .flatMap(({ object, lines }) => rowsOf(object, lines)),
      ),
      2,
      5,
    ),
  )
  const asCounted = notCounted.length > 0 ? ', as far as they are counted' : ''
  return `${[
    ...(edited?.length
      ? [paint('strong', `UI edits in ${name} since the last apply${since}`), ...edited]
      : [`No UI edits in ${name} since the last apply${since}${asCounted}.`]),
    ...notCounted,
    ...(unwritten?.length ? [paint('strong', UNWRITTEN), ...unwritten] : []),
    ...(told.length === 0 ? [] : [`${countTold(told)}.${isTaken ? ` Take them into git:  ${toExport(plan)}` : ''}`]),
  ].join('\n')}\n`
}

const UNWRITTEN = 'Differ from the repo, whoever changed them: no apply writes these'

function rowsOf(object: Drifted, lines: readonly Line[]): (readonly [string, string])[] {
  const isInside = object.within !== undefined
  const name = isInside ? titleText(object.title.slice(0, -1)) : fullName(object)
  const before = isInside ? `${insideName(object)}: ` : ''
  const edits = lines.map((line) => `${before}${line.subject} ${limitParts(markedParts(line), 6).join(', ')}`)
  const texts = edits.length > 0 ? edits : [`${before}${printableName(object.message)}`]
  return texts.map((text) => [name, text] as const)
}

const namedOnce = (rows: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  rows.map(([name, text], index) => [rows[index - 1]?.[0] === name ? '' : name, text])

function notCountedLine(plan: Plan, drifted: readonly Drifted[]): string[] {
  const { unmanaged } = plan.summary
  const { drafts, edits } = unpublishedIn(plan)
  const listed = new Set(drifted.map(({ key }) => key))
  const held = new Set(plan.held.map(({ key }) => key).filter((key) => !listed.has(key))).size
  const parts = [
    ...(drafts > 0 ? [plural(drafts, 'unpublished draft')] : []),
    ...(edits > 0 ? [plural(edits, 'unpublished report edit')] : []),
    ...(held > 0 ? [`${plural(held, 'object')} held (${toPlan(plan)})`] : []),
    ...(unmanaged > 0 ? [`${plural(unmanaged, 'new object')} not managed (${toExport(plan, [], '--new')})`] : []),
  ]
  return parts.length === 0 ? [] : [`  not counted: ${parts.join('; ')}`]
}
