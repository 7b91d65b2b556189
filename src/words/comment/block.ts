import { counted, plural } from '../../content/counted.ts'
import { isKind, type Key } from '../../content/kinds.ts'
import { layoutDrawing } from '../../plan/drawing.ts'
import { fullName, namingOf } from '../../plan/naming.ts'
import type { CommonPlan, Loss, Notice, PlannedObject, Publish } from '../../plan/plan-file.ts'
import { replacedText } from '../../plan/replaced.ts'
import { changeInMarkdown, inMarkdown as escaped, fenced, linkInMarkdown } from '../escape.ts'
import { lastName } from '../facts.ts'
import { findingTexts } from '../findings.ts'
import { diffRows, lineInWords } from '../lines.ts'
import { drawingLines, type Group, wordsFor } from '../objects.ts'
import { type PictureFiles, pictureFilesOf } from '../pictures.ts'
import { withNewTogether } from '../sentences.ts'
import { keptText } from '../values/layout.ts'
import { type Line, namesIn, type ShownNames } from '../values/line.ts'
import { moveSentences } from '../values/moves.ts'

/** A dashboard with its reports, or another object by itself. */
export interface Block {
  readonly key: Key
  readonly name: string
  readonly action: PlannedObject['action']
  readonly bullets: readonly string[]
  readonly notice: string | undefined
  readonly drawing: readonly string[]
  readonly pictures: PictureFiles | undefined
  readonly diffs: readonly (readonly string[])[]
  /** What rules of the house find in it. */
  readonly findings: readonly string[]
}

const MOST_BULLETS = 16

export function blockOf(group: Group, plan: CommonPlan): Block {
  const { head, reports } = group
  const names = namesIn(plan)
  const inside = withNewTogether(
    reports,
    (report) => tellReport(report, names),
    (text) => ({ text: `${text}.` }),
    (report) => bold(lastName(report)),
  )
  const told = [...inside, ...tellHead(head, names)]
  const bullets = told.map(({ text }) => text)
  const objects = [...reports, head]
  return {
    key: head.key,
    name: fullName(head),
    action: head.action,
    bullets:
      bullets.length > MOST_BULLETS
        ? [...bullets.slice(0, MOST_BULLETS), `and ${counted(bullets.length - MOST_BULLETS)} more changes`]
        : bullets,
    notice: head.publish ? noticeOf(head, head.publish) : head.loss && lossOf(head.loss),
    drawing: drawingLines(head, 'box'),
    pictures: pictureFilesOf(plan, head.key),
    diffs: objects.flatMap((object) => diffsOf(object, names)),
    findings: findingTexts(group, plan).map((text) => `Rule ${escaped(text)}`),
  }
}

interface Told {
  readonly text: string
}

const bold = (name: string): string => `**${escaped(name)}**`

/** A report by its name alone, because most things in a workbook are one. */
const nameInside = (object: PlannedObject): string =>
  isKind(object.key, 'report') ? bold(lastName(object)) : `The ${namingOf(object.key).noun} ${bold(lastName(object))}`

function tellReport(report: PlannedObject, names: ShownNames): Told[] {
  const name = nameInside(report)
  if (report.action === 'delete') return [{ text: `${name} is deleted.` }]
  if (report.action === 'create') return [{ text: `${name} is new.` }]
  return tellLines(report, wordsFor(report, names).lines, name)
}

/** Texts are only named, because their diff follows; everything else is shown by its change. */
const tellLines = (object: PlannedObject, lines: readonly Line[], name: string): Told[] => [
  ...lines.map((line) => ({
    text: isText(line)
      ? `The ${labelOf(line.subject)} of ${name} changes (${changeInMarkdown(line.parts.join(', '))}).`
      : `${name}: ${lineText(line)}`,
  })),
  ...remarks(object),
]

const isText = ({ diff, mark }: Line): boolean => diff !== undefined && mark === '~'

const LABELS: Readonly<Record<string, string>> = { sql: 'SQL', python: 'Python', bytes: 'text', query: 'query' }
const labelOf = (subject: string): string => LABELS[subject] ?? escaped(subject)

const lineText = (line: Line): string => changeInMarkdown(lineInWords(line))

function tellHead(head: PlannedObject, names: ShownNames): Told[] {
  const start = STARTS[head.action]
  const first = start === undefined ? [] : [{ text: start(head) }]
  if (!isKind(head.key, 'workbook')) {
    if (head.action === 'create') return [...first, ...remarks(head)]
    return [...first, ...tellLines(head, wordsFor(head, names).lines, bold(lastName(head)))]
  }
  const { layout, lines: all } = wordsFor(head, names)
  const lines = head.action === 'create' ? all.filter(({ subject }) => !LOOKS.has(subject)) : all
  const drawing = layoutDrawing(head)
  const sentences = drawing && moveSentences(drawing, bold)
  const rest = (layout?.lines ?? []).filter(({ parts }) => sentences === undefined || parts.length > 0)
  const moves = [
    ...(sentences ? [{ text: [...sentences, ...keptText(head.units).map(escaped)].map(asSentence).join(' ') }] : []),
    ...(sentences || !layout || head.action === 'create' ? [] : [{ text: `Layout: ${escaped(layout.summary)}` }]),
    ...rest.map((line) => ({ text: lineText(line) })),
  ]
  return [...first, ...moves, ...lines.map((line) => ({ text: lineText(line) })), ...remarks(head)]
}

/** What a picture of something new shows, and nobody reviews. */
const LOOKS: ReadonlySet<string> = new Set(['kind', 'meta', 'theme'])

const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const STARTS: Partial<Record<PlannedObject['action'], (head: PlannedObject) => string>> = {
  delete: ({ because }) => `**It is deleted**: ${escaped(because)}.`,
  publish: ({ because }) => `It is published: ${escaped(because)}.`,
}

const remarks = ({ keeps, replaces }: PlannedObject): Told[] => [
  ...keeps.map(({ unit }) => ({ text: `Keeps the UI edit of ${escaped(unit)}.` })),
  ...replaces.map((what) => ({ text: `**Replaces** ${escaped(replacedText(what))}.` })),
]

function noticeOf(head: PlannedObject, { notice, from, address }: Publish): string {
  const links = head.units.some(({ unit }) => unit === 'slug') ? 'Its link changes.' : 'Links and ids stay the same.'
  const start = from === null ? 'Viewers see it from then on. ' : ''
  const look = address === undefined ? '' : ` ${linkInMarkdown('See it as it is now', address)}.`
  return `${start}${whoNotices(notice)}${from === null ? '' : ` ${links}`}${look}`
}

function lossOf({ version, notice }: Loss): string {
  if (version === null) return 'It was never published.'
  const lost = version === undefined ? 'the published version' : `version ${version}`
  return `Viewers lose ${lost}. ${whoNotices(notice)} Its address is gone for good.`
}

function whoNotices({ notifications, tenants, embedded }: Notice): string {
  const emails =
    notifications === null ? 'scheduled emails that this key cannot see' : plural(notifications, 'scheduled email')
  const embeds =
    tenants === null ? 'embedded tenants that this key cannot see' : `${plural(tenants, 'embedded tenant')}`
  const who = [...(notifications === 0 ? [] : [emails]), ...(embedded ? [embeds] : [])]
  return `Who notices: ${who.length === 0 ? 'only those who open it' : who.join(', ')}.`
}

function diffsOf(object: PlannedObject, names: ShownNames): (readonly string[])[] {
  return wordsFor(object, names).lines.flatMap((line) => {
    if (!line.diff) return []
    const { added, removed } = line.diff
    const title = `${labelOf(line.subject)} of ${escaped(lastName(object))} (${countText(added, removed)})`
    return [
      [
        `<details><summary>${title}</summary>`,
        '',
        ...fenced('diff', diffRows(line.diff, 'more lines, left out here')),
        '',
        '</details>',
      ],
    ]
  })
}

function countText(added: number, removed: number): string {
  const [plus, minus] = [`+${plural(added, 'line')}`, `-${plural(removed, 'line')}`]
  if (added === 0) return minus
  return removed === 0 ? plus : `+${added} -${plural(removed, 'line')}`
}
