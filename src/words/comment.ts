import { counted, plural, someOf } from '../content/counted.ts'
import { type FleetPlan, type Fold, foldName, hasNothingToDo, headline, targetsIn } from '../plan/fleet.ts'
import { accessBlock } from './access.ts'
import { affectedLines } from './affected.ts'
import { checkLines } from './comment/checks.ts'
import { fitSections, sectionNames } from './comment/fit.ts'
import { heldSection } from './comment/held.ts'
import { type CommentInput, MOST_CHARACTERS } from './comment/input.ts'
import { findingLines, knownLines, stopLines, tailLines } from './comment/know.ts'
import { type Image, type ImagesOf, type Section, sectionsOf } from './comment/merge.ts'
import { ownerLines } from './comment/owners.ts'
import { type CommentVerdict, tableOf, verdictOf } from './comment/summary.ts'
import { triedLines } from './comment/tried.ts'
import { inMarkdown as escaped } from './escape.ts'

export { type CommentInput, type Finding, MOST_CHARACTERS } from './comment/input.ts'

export interface RenderedComment extends CommentVerdict {
  /** The first line: later runs find the comment by it. */
  readonly marker: string
  readonly body: string
  /** Whether it was shortened; the body says so too. */
  readonly shortened: boolean
}

export const markerOf = (projectId: string): string => `<!-- boardwright:${projectId.replace(/[^\w-]/g, '')} -->`

/** Renders all plans of a pull request, for colleagues who do not read files. */
export function renderComment(input: CommentInput): RenderedComment {
  const { plans, findings = [], changed, projectId } = input
  const marker = markerOf(projectId)
  const sections = sectionsOf(plans, changed)
  const found = verdictOf(plans, findings, sections)
  const verdict = verdictFor(input, input.fleet ? fleetVerdict(input.fleet, found) : found)
  const known = knownLines(input)
  const access = accessBlock(plans)
  const head = parts([
    [marker, `### Boardwright: ${verdict.title}`],
    input.isFork ? [FORK] : [],
    checkLines(changed),
    access.lines,
    tableOf(plans, changed),
    input.fleet ? fleetLines(input.fleet) : [],
    findingLines(findings),
    triedLines(input.isFork ? undefined : input.tried),
    stopLines(plans),
    heldSection(plans, imagesIn(input)),
  ])
  const waiting = sections.waiting.map((name) => ({ name }))
  const foot = parts([
    ownerLines(plans),
    affectedLines(plans),
    waiting.length === 0
      ? []
      : [
          `${plural(waiting.length, 'other object')} will also change: merged earlier, not applied yet: ${sectionNames(waiting)}.`,
        ],
    aboutPictures(input),
    known.length === 0
      ? []
      : [
          `<details><summary>Good to know (${known.length})</summary>`,
          '',
          ...known.map((text) => `- ${text}`),
          '</details>',
        ],
    tailLines(input),
  ])
  const fitted = fitSections(withPictures(sections.own, input), MOST_CHARACTERS - head.length - foot.length - RESERVE)
  const left = [...access.left, ...fitted.left]
  const body = parts([[head], fitted.lines, shortenedLines(left, input), [foot]])
  return body.length <= MOST_CHARACTERS - RUN_LINE
    ? { ...verdict, marker, body: `${body}\n`, shortened: left.length > 0 }
    : { ...verdict, marker, body: shortest(input, marker, verdict), shortened: true }
}

/** A plan from a fork is untrusted: it is never shown as passed or approved. */
const verdictFor = ({ isFork }: CommentInput, { title, conclusion }: CommentVerdict): CommentVerdict =>
  isFork
    ? { title: `not checked, from a fork: ${title}`, conclusion: conclusion === 'success' ? 'neutral' : conclusion }
    : { title, conclusion }

const FORK =
  '> **From a fork**: the fork’s own job made this plan, and nobody checked it. Merging approves none of it: what is merged is planned again, and somebody has to approve that.'

/** Shows each picture inline if possible; otherwise there is one link to all of them. */
function imagesIn({ pictures }: CommentInput): ImagesOf {
  if (!pictures?.includes(NAME)) return () => undefined
  const image = (name: string, file: string): Image => ({ name, url: pictures.replaceAll(NAME, file) })
  return (name, files) =>
    files && {
      whole: image(name, files.whole),
      hasMoves: files.hasMoves,
      widgets: files.widgets.map(({ label, file }) => image(label, file)),
    }
}

const withPictures = (sections: readonly Section[], input: CommentInput): Section[] =>
  sections.map((section) => {
    const images = imagesIn(input)(section.name, section.pictures)
    return images === undefined ? section : { ...section, images }
  })

function aboutPictures({ pictures, plans }: CommentInput): string[] {
  const isDrawn = plans.some(({ objects, held }) => [...objects, ...held].some(({ drawing }) => drawing !== undefined))
  if (pictures === undefined || !isDrawn) return []
  if (pictures.includes(NAME)) return ['The pictures are drawn from made-up rows.']
  return [`[Pictures of each changed dashboard](${pictures}), before and after, drawn from made-up rows.`]
}

const NAME = '{name}'

/** Room for the note that something was left out. */
const RESERVE = 1_000
/** Room for the line that identifies the run. */
const RUN_LINE = 200

/** If even the head and the foot are too long: only the essentials. */
function shortest(input: CommentInput, marker: string, { title }: CommentVerdict): string {
  const access = accessBlock(input.plans)
  const lines = parts([
    [marker, `### Boardwright: ${title}`],
    checkLines(input.changed),
    access.lines,
    shortenedLines([...access.left, 'everything else'], input),
    tailLines({ ...input, plans: input.plans.slice(0, MOST_TARGETS) }),
  ])
  return `${lines.slice(0, MOST_CHARACTERS - RUN_LINE)}\n`
}

const MOST_TARGETS = 20

function shortenedLines(left: readonly string[], { plans, fleet, detailsUrl }: CommentInput): string[] {
  if (left.length === 0) return []
  const name = plans[0]?.target.name ?? ''
  const command = fleet
    ? '`boardwright fleet plan`'
    : /^[\w.-]+$/.test(name)
      ? `\`boardwright plan --target ${name}\``
      : '`boardwright plan`'
  const where = detailsUrl === undefined ? '' : `, and [the job](${detailsUrl}) has it`
  return [
    `> **Shortened**: a comment takes ${counted(MOST_CHARACTERS)} characters. Left out here: ${left.join(', ')}. ${command} shows everything${where}.`,
  ]
}

const parts = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .map((lines) => lines.join('\n').replace(/(?<!\n)\n+$/, ''))
    .filter((text) => text !== '')
    .join('\n\n')

const MOST_NAMED = 100
const MOST_ROWS = 25
const MOST_UNREAD = 25

/** Somebody has to look if a target cannot be read, is held or is stopped. */
function fleetVerdict(fleet: FleetPlan, { conclusion }: CommentVerdict): CommentVerdict {
  const isOpen = fleet.unread.length > 0 || fleet.folds.some(({ summary, stops }) => summary.held + stops.length > 0)
  const title = escaped(headline(fleet)) || 'no changes'
  return { title, conclusion: conclusion !== 'failure' && isOpen ? 'action_required' : conclusion }
}

/** Which targets cannot be read, and which targets each plan is for, starting with the rarest plan. */
function fleetLines({ folds, unread }: FleetPlan): string[] {
  const busy = folds.filter((fold) => !hasNothingToDo(fold)).toReversed()
  const untold = busy.filter(({ plan }) => plan === undefined)
  const broken = unread
    .slice(0, MOST_UNREAD)
    .map(({ target, message, code }) => `- **${escaped(target)}**: ${escaped(message)} (${escaped(code)})`)
  const named = busy.filter(({ targets }) => targets.length > 1).slice(0, MOST_ROWS)
  return [
    ...(broken.length === 0 ? [] : ['#### Cannot be read', '', ...broken, ...more(unread.length - MOST_UNREAD), '']),
    ...(untold.length === 0
      ? []
      : [
          `${plural(targetsIn(untold), 'more target')} with ${plural(untold.length, 'more kind')} of plans, in the log of the job: ${escaped(someOf(untold.map(foldName), MOST_ROWS))}.`,
          '',
        ]),
    ...(named.length === 0
      ? []
      : ['<details><summary>Which targets</summary>', '', ...named.map(namesRow), '', '</details>']),
  ]
}

const namesRow = ({ targets }: Fold): string =>
  `- ${plural(targets.length, 'target')}: ${escaped(someOf(targets, MOST_NAMED))}`

const more = (count: number): string[] => (count > 0 ? [`- and ${counted(count)} more`] : [])
