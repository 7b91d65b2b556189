import { counted } from '../../content/counted.ts'
import { shortCommit } from '../../content/printable.ts'
import { placeTold, type ToldPlan } from '../../plan/fleet.ts'
import { isWaiting } from '../../plan/held.ts'
import { fullName } from '../../plan/naming.ts'
import type { HeldObject } from '../../plan/plan-file.ts'
import { savedNotes } from '../../plan/saved.ts'
import { type Alike, apartFromAlike } from '../alike.ts'
import { changeInMarkdown, codeInMarkdown, inMarkdown as escaped, fenced } from '../escape.ts'
import { appliedNote, besideHeld, repoNote, toldSides } from '../held.ts'
import { choicesFor, type WayOut } from '../held-choices.ts'
import { diffRows } from '../lines.ts'
import { pictureFilesOf } from '../pictures.ts'
import { namesFor, namesIn } from '../values/line.ts'
import { imageLines } from './fit.ts'
import type { ImagesOf } from './merge.ts'

const MOST_HELD = 25
const MOST_SHOWN = 6
const MOST_ROWS = 12
const MOST_DIFF = 24

/** Held objects: first those that somebody has to decide, with all sides and the ways out, then those that wait. */
export function heldSection(plans: readonly ToldPlan[], imagesOf: ImagesOf): string[] {
  const parts = plans.map((plan) => ({ plan, ...apartFromAlike(plan) }))
  const all = parts.flatMap(({ plan, others }) => others.map((held) => ({ plan, held })))
  const inTurn = all.toSorted((a, b) => Number(isWaiting(a.held)) - Number(isWaiting(b.held)))
  const blocks = [
    ...inTurn
      .slice(0, MOST_HELD)
      .map(({ plan, held }, index) => [
        ...heldLines(held, plan),
        ...(index < MOST_SHOWN && held.drawing ? heldImages(held, plan, imagesOf) : []),
      ]),
    ...(all.length > MOST_HELD ? [[`And ${counted(all.length - MOST_HELD)} more.`]] : []),
    ...parts.flatMap(({ plan, alike }) => alike.map((each) => alikeLines(each, plan))),
  ]
  if (blocks.length === 0) return []
  return ['#### Held: not applied until somebody decides', ...blocks.flatMap((lines) => ['', ...lines])]
}

const isOpen = ({ units }: HeldObject): boolean => units.length > 0

const PARTS: Readonly<Record<HeldObject['what'], string>> = {
  object: '',
  dashboard: ', its layout and publishing,',
  publish: ', its publishing,',
  delete: ', its deletion,',
}

function heldLines(held: HeldObject, plan: ToldPlan): string[] {
  const head = `**${escaped(fullName(held))}**${PARTS[held.what]} in ${escaped(placeTold(plan))}: ${escaped(held.message)}`
  const names = namesFor(namesIn(plan), held)
  const beside = besideHeld(held, names).map(
    ({ why, changes }) =>
      `- ${why.charAt(0).toUpperCase()}${why.slice(1)} ${changes.map((change) => changeInMarkdown(change)).join('; ')}`,
  )
  const blocks = [sidesOf(held, plan), [...liveRow(held), ...beside, ...choicesFor(held, plan).map(choiceRow)]]
  return [head, ...blocks.flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]))]
}

/** What is in the way, as a table of all sides; of long texts, the difference. */
function sidesOf(held: HeldObject, plan: ToldPlan): string[] {
  if (!isOpen(held)) return []
  const names = namesFor(namesIn(plan), held)
  const all = toldSides(held, names)
  const shown = all.slice(0, MOST_ROWS)
  const rows = shown.filter(({ side }) => side?.diff === undefined)
  const isApplied = rows.every(({ unit, side }) => side?.base === undefined || appliedNote(unit, held) !== '')
  const applied = isApplied && held.commit !== undefined ? ` (${shortCommit(held.commit)})` : ''
  const ours = plan.restores === undefined ? `repo ${repoNote(plan)}` : 'restored'
  const table =
    rows.length === 0
      ? []
      : [`| | last applied${applied} | ${escaped(ours)} | live |`, '|---|---|---|---|', ...rows.map(sideRow)]
  const diffs = shown.flatMap(({ name, side }) =>
    side?.diff === undefined
      ? []
      : [
          `${escaped(name)}, from the repo (-) to live (+):`,
          '',
          ...fenced('diff', diffRows(side.diff).slice(0, MOST_DIFF)),
        ],
  )
  const more = all.length - shown.length
  const blocks = [table, diffs, more > 0 ? [`And ${counted(more)} more.`] : []].filter(({ length }) => length > 0)
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

const liveRow = (held: HeldObject): string[] => {
  if (!isOpen(held)) return []
  const notes = [...(held.units.some(({ edited }) => edited) ? ['edited in the UI'] : []), ...savedNotes(held)]
  return notes.length === 0 ? [] : [`- Live: ${escaped(notes.join(', '))}`]
}

const sideRow = ({ name, side }: ReturnType<typeof toldSides>[number]): string => {
  const asApplied = side?.edited === false ? ' (as last applied)' : ''
  const cells = side === undefined ? ['', '', ''] : [side.base ?? 'not known', side.repo, `${side.live}${asApplied}`]
  return `| ${escaped(name)} | ${cells.map((cell) => changeInMarkdown(cell)).join(' | ')} |`
}

const choiceRow = ([words, command]: WayOut): string =>
  `- ${escaped(words)}: ${/^(?:boardwright|git) /.test(command) ? codeInMarkdown(command) : escaped(command)}`

function alikeLines({ names, message, advice, choices }: Alike, plan: ToldPlan): string[] {
  const end = advice === undefined ? '' : ` ${advice}`
  const head = `**${escaped(names)}** in ${escaped(placeTold(plan))}: ${escaped(message)}.${end}`
  return [head, ...(choices.length === 0 ? [] : ['', ...choices.map(choiceRow)])]
}

function heldImages(held: HeldObject, plan: ToldPlan, imagesOf: ImagesOf): string[] {
  const images = imagesOf(fullName(held), pictureFilesOf(plan, held.key))
  return images === undefined ? [] : imageLines(images, ', live and in the repo')
}
