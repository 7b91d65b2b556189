import { counted } from '../content/counted.ts'
import { fullName, namingOf } from '../plan/naming.ts'
import type { Plan, PlannedObject } from '../plan/plan-file.ts'
import { replacedText } from '../plan/replaced.ts'
import { accessSection } from './access.ts'
import { affectedLines } from './affected.ts'
import { apartFromAlike } from './alike.ts'
import { acceptCommand, approveCommand } from './commands.ts'
import { changeInMarkdown, inMarkdown as escaped, fenced } from './escape.ts'
import { countedNotes, lastName, lossText, noChanges, publishText, routeOf, shownOnText, summaryLine } from './facts.ts'
import { choiceLines, heldLines } from './held.ts'
import { diffRows, lineInWords } from './lines.ts'
import { drawingLines, type Group, groupsOf, keptWords, wordsFor } from './objects.ts'
import { plain } from './paint.ts'
import { leftRows } from './text.ts'
import { type Line, namesIn, type ShownNames } from './values/line.ts'

/** The plan for a forge's summary page. Long texts are folded away. */
export function renderMarkdown(plan: Plan): string {
  const names = namesIn(plan)
  const blocks = [
    [`### Boardwright: plan for ${escaped(plan.target.name)}`],
    [changeInMarkdown(routeOf(plan))],
    ...stopsBlock(plan),
    ...(plan.objects.length === 0 ? [[noChanges(plan)]] : []),
    ...accessBlocks(plan),
    ...groupsOf(plan).flatMap((group) => groupBlocks(group, names)),
    ...(plan.affected ? [affectedLines([plan])] : []),
    ...heldBlocks(plan, names),
    ...leftBlocks(plan),
    ...notesBlocks([...plan.notes, ...countedNotes(plan)]),
    [summaryLine(plan)],
    ...nextBlocks(plan),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

type Block = readonly string[]

function accessBlocks(plan: Plan): Block[] {
  const { title, lines } = accessSection(plan)
  return lines.length === 0 ? [] : [[`**${title}**`], lines.map(({ text }) => `- ${escaped(text)}`)]
}

const notesBlocks = (notes: readonly string[]): Block[] =>
  notes.length === 0 ? [] : [notes.map((note) => `- ${escaped(note)}`)]

function nextBlocks(plan: Plan): Block[] {
  if (plan.stops.length > 0) return ifMeantBlocks(plan)
  return plan.objects.length === 0 ? [] : [fenced('sh', [approveCommand(plan)])]
}

function ifMeantBlocks(plan: Plan): Block[] {
  const command = acceptCommand(plan)
  return command === undefined ? [] : [['If that is meant:'], fenced('sh', [command])]
}

const stopsBlock = ({ stops }: Plan): Block[] =>
  stops.length === 0
    ? []
    : [
        [
          '**Stopped: apply refuses this plan as it is.**',
          '',
          ...stops.map(({ kind, message }) => `- ${kind}: ${escaped(message)}`),
        ],
      ]

function groupBlocks({ head, reports }: Group, names: ShownNames): Block[] {
  const bullets = [
    ...(head.action === 'delete' || head.action === 'publish' ? [escaped(head.because)] : []),
    ...(head.loss ? [escaped(lossText(head.loss))] : []),
    ...reports.flatMap((report) => reportBullets(report, names)),
    ...objectBullets(head, names),
    ...(head.publish ? [`**publish** ${changeInMarkdown(publishText(head.publish))}`] : []),
  ]
  const drawing = drawingLines(head, 'box')
  return [
    [`#### ${head.action} ${escaped(fullName(head))}`],
    ...(bullets.length === 0 ? [] : [bullets.map((bullet) => `- ${bullet}`)]),
    ...(drawing.length === 0 ? [] : [fenced('text', drawing)]),
    ...[...reports, head].flatMap((object) => textBlocks(object, names)),
  ]
}

function reportBullets(report: PlannedObject, names: ShownNames): string[] {
  const name = `${namingOf(report.key).noun} **${escaped(lastName(report))}**`
  if (report.action === 'delete') return [`${name} is deleted`]
  const start = report.action === 'create' ? [`${name} is new`] : []
  return [...start, ...objectBullets(report, names).map((text) => `${name}: ${text}`)]
}

function objectBullets(object: PlannedObject, names: ShownNames): string[] {
  const { layout, lines } = wordsFor(object, names)
  const shown = shownOnText(object)
  return [
    ...(layout ? [`layout: ${escaped(layout.summary)}`] : []),
    ...(layout?.lines ?? []).slice(0, MOST_LINES).map(lineText),
    ...lines.slice(0, MOST_LINES).map(lineText),
    ...(lines.length > MOST_LINES ? [`and ${counted(lines.length - MOST_LINES)} more`] : []),
    ...keptWords(object, names).map((line) => `keeps the UI edit: ${lineText(line)}`),
    ...object.replaces.map((what) => `**replaces** ${escaped(replacedText(what))}`),
    ...(shown === undefined ? [] : [escaped(shown)]),
  ]
}

const MOST_LINES = 30

const lineText = (line: Line): string => changeInMarkdown(lineInWords(line))

/** The text diffs of an object, each folded away under its title. */
const textBlocks = (object: PlannedObject, names: ShownNames): Block[] =>
  wordsFor(object, names).lines.flatMap(({ subject, parts, diff }) => {
    if (!diff) return []
    const summary = `${escaped(`${subject} of ${lastName(object)}`)} (${escaped(parts.join(', '))})`
    return [[`<details><summary>${summary}</summary>`, '', ...fenced('diff', diffRows(diff)), '', '</details>']]
  })

function heldBlocks(plan: Plan, names: ShownNames): Block[] {
  if (plan.held.length === 0) return []
  const page = { width: 120, paint: plain }
  const { others, alike } = apartFromAlike(plan)
  return [
    ['#### Held'],
    ...others.flatMap((held): Block[] => {
      const facts = heldLines(held, plan, 0, page, names)
      return [
        [`- **${escaped(fullName(held))}**: ${escaped(held.message)}`],
        ...(facts.length === 0 ? [] : [fenced('text', facts)]),
      ]
    }),
    ...alike.flatMap(({ names, message, advice, choices }): Block[] => [
      [`- **${escaped(names)}**: ${escaped(message)}.${advice === undefined ? '' : ` ${advice}`}`],
      ...(choices.length === 0 ? [] : [fenced('text', choiceLines(choices, 0))]),
    ]),
  ]
}

function leftBlocks(plan: Plan): Block[] {
  const { rows, more } = leftRows(plan)
  if (rows.length === 0) return []
  return [
    ['#### Left alone'],
    [
      ...rows.map(([name = '', message = '']) => `- ${escaped(name)}: ${escaped(message)}`),
      ...more.map((line) => `- ${escaped(line)}`),
    ],
  ]
}
