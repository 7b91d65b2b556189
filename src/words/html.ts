import { h, type Markup, renderSvg, trusted } from '@boardwright/pictures'
import { counted } from '../content/counted.ts'
import type { Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { HeldObject, LeftObject, Plan } from '../plan/plan-file.ts'
import { accessSection } from './access.ts'
import { AFFECTED_TITLE, affectedText, drawAffected } from './affected.ts'
import { type Alike, apartFromAlike } from './alike.ts'
import { acceptCommand, approveCommand, uncommitted } from './commands.ts'
import { countedNotes, noChanges, routeOf, summaryLine } from './facts.ts'
import { findingTexts } from './findings.ts'
import { heldLines } from './held.ts'
import { type AnchorStop, anchorOf, withTurns } from './html/anchors.ts'
import { chartFigures, type DrawnDashboard, figureOf, pictureBytes } from './html/charts.ts'
import { groupList, groupSection } from './html/group.ts'
import { staticPage } from './html/style.ts'
import { lineInWords } from './lines.ts'
import { type Group, groupsInTurn } from './objects.ts'
import { plain } from './paint.ts'
import { picturesOf } from './pictures.ts'
import { leftRows } from './text.ts'
import { namesFor, namesIn, type ShownNames } from './values/line.ts'
import { allLines } from './values/object.ts'

/** Limits for drawings and for text. Whatever does not fit is named. */
const MOST_DRAWN = 4_000_000
const MOST_CHARTS = 16_000_000
const MOST_TOLD = 8_000_000

/** The plan as one static HTML file that runs no script and fetches nothing. */
export function renderHtml(plan: Plan, drawn: readonly DrawnDashboard[] = []): string {
  const title = `Plan for ${printableName(plan.target.name)}`
  const groups = groupsInTurn(plan)
  const { changes, more } = changesOf(groups, plan, drawn)
  const { others, alike } = apartFromAlike(plan)
  const stops = withTurns([...changes, ...heldOf(others, plan)])
  return staticPage(`${title}: ${routeOf(plan)}`, [
    h('header', {}, h('h1', {}, title), h('p', { class: 'faint' }, routeOf(plan)), counts(plan)),
    h(
      'main',
      {},
      ...stopped(plan),
      ...gained(plan),
      ...(plan.objects.length === 0 ? [h('section', {}, h('p', {}, noChanges(plan)))] : []),
      ...contents(groups.slice(0, changes.length), more.length),
      ...stops.slice(0, changes.length),
      ...(more.length === 0 ? [] : [h('section', {}, h('h2', {}, 'Also'), groupList(more))]),
      ...reached(plan),
      ...held(stops.slice(changes.length), alike),
      ...left(plan),
      ...notes(plan),
    ),
    h('footer', {}, h('p', {}, summaryLine(plan)), ...ending(plan)),
  ])
}

function counts({ summary }: Plan): Markup {
  const entries: readonly (readonly [number, string])[] = [
    [summary.create, 'create'],
    [summary.update, 'update'],
    [summary.delete, 'delete'],
    [summary.publish, 'publish'],
    [summary.held, 'held'],
    [summary.uiEdits, summary.uiEdits === 1 ? 'UI edit left alone' : 'UI edits left alone'],
    [summary.unchanged, 'unchanged'],
  ]
  return h(
    'ul',
    { class: 'counts' },
    ...entries.map(([count, word]) =>
      h('li', { class: count === 0 ? 'none' : undefined }, h('b', {}, counted(count)), word),
    ),
  )
}

function stopped(plan: Plan): Markup[] {
  if (plan.stops.length === 0) return []
  const command = acceptCommand(plan)
  return [
    h(
      'section',
      { class: 'stop' },
      h('h2', {}, 'Stopped: apply refuses this plan as it is'),
      groupList(plan.stops.map(({ kind, message }) => `${kind}: ${printableName(message)}`)),
      ...(command === undefined ? [] : [h('p', {}, 'If that is meant: ', h('code', {}, command))]),
    ),
  ]
}

const FEW = 3
const MOST_LISTED = 400

function contents(groups: readonly Group[], leftOut: number): Markup[] {
  if (groups.length <= FEW) return []
  const more = Math.max(0, groups.length - MOST_LISTED) + leftOut
  return [
    h(
      'nav',
      { 'aria-label': 'What changes' },
      h(
        'ul',
        {},
        ...groups
          .slice(0, MOST_LISTED)
          .map(({ head }) =>
            h('li', {}, `${head.action} `, h('a', { href: `#${anchorOf(head.key)}` }, fullName(head))),
          ),
        ...(more > 0 ? [h('li', {}, `and ${counted(more)} more`)] : []),
      ),
    ),
  ]
}

/** The changes to show in full, and the names of those without room. */
function changesOf(
  groups: readonly Group[],
  plan: Plan,
  charts: readonly DrawnDashboard[],
): { readonly changes: AnchorStop[]; readonly more: string[] } {
  const names = namesIn(plan)
  const pictures = new Map(picturesOf(plan).map((picture) => [picture.key, picture]))
  let [drawn, told] = [0, 0]
  const chartsBy = new Map(charts.map((each) => [each.key, each]))
  let room = MOST_CHARTS
  const boxesOf = (key: Key, why: string | undefined): readonly Markup[] => {
    if (drawn > MOST_DRAWN) return [faint('Its picture is left out here: plan --pictures draws them all.')]
    const picture = pictures.get(key)
    const sheet = picture?.draw()
    if (!picture || sheet === undefined) return []
    const svg = renderSvg(sheet, { bare: true }).trim()
    drawn += svg.length
    return [figureOf(picture.name, trusted(svg)), ...(why === undefined ? [] : [faint(why)])]
  }
  const figuresOf = (key: Key): readonly Markup[] => {
    const found = chartsBy.get(key)
    if (!found?.whole || found.why !== undefined) return boxesOf(key, found?.why)
    if (pictureBytes(found) > room) return boxesOf(key, 'Its charts are left out here: plan --pictures draws them all.')
    room -= pictureBytes(found)
    return chartFigures(found, found.whole)
  }
  const changes: AnchorStop[] = []
  for (const group of groups) {
    if (told > MOST_TOLD) break
    const section = groupSection(group, names, {
      figures: figuresOf(group.head.key),
      findings: findingTexts(group, plan),
    })
    told += section.body.reduce((length, part) => length + (part?.markup.length ?? 0), 0)
    changes.push(section)
  }
  return { changes, more: groups.slice(changes.length).map(({ head }) => `${head.action} ${fullName(head)}`) }
}

const faint = (text: string): Markup => h('p', { class: 'faint' }, text)

function reached({ affected }: Plan): Markup[] {
  if (affected === undefined) return []
  const text = affectedText(affected)
  const svg = renderSvg(drawAffected(affected), { bare: true }).trim()
  const more =
    affected.more > 0
      ? [h('p', { class: 'faint' }, `${counted(affected.more)} more are not shown: impact lists them.`)]
      : []
  return [
    h(
      'section',
      {},
      h('h2', {}, AFFECTED_TITLE),
      h('p', {}, text),
      h('figure', { tabindex: 0, role: 'group', 'aria-label': text }, trusted(svg)),
      ...more,
    ),
  ]
}

function heldOf(held: readonly HeldObject[], plan: Plan): AnchorStop[] {
  const names = namesIn(plan)
  const page = { width: 110, paint: plain }
  return held.map((each) => {
    const facts = heldLines(each, plan, 0, page, names)
    return {
      ...{ id: anchorOf(each.key, 'held/'), before: [], after: [] },
      heading: { level: 3, text: fullName(each) },
      body: [
        h('p', {}, printableName(each.message)),
        ...(facts.length === 0 ? [] : [h('pre', { tabindex: 0 }, facts.join('\n'))]),
      ],
    }
  })
}

function held(stops: readonly Markup[], alike: readonly Alike[]): Markup[] {
  if (stops.length + alike.length === 0) return []
  const shared = alike.flatMap(({ names, message, advice, commands }) => [
    h('p', {}, h('b', {}, names), `: ${message}.${advice === undefined ? '' : ` ${advice}`}`),
    ...(commands.length === 0 ? [] : [h('pre', { tabindex: 0 }, commands.join('\n'))]),
  ])
  return [h('section', { class: 'held' }, h('h2', {}, 'Held: not applied until somebody decides'), ...stops, ...shared)]
}

function gained(plan: Plan): Markup[] {
  const { title, lines, more } = accessSection(plan, { named: MOST_LISTED })
  const texts = [...lines.map(({ mark, text }) => `${mark} ${printableName(text)}`), ...more]
  return texts.length === 0
    ? []
    : [h('section', {}, h('h2', {}, title), h('ul', {}, ...texts.map((text) => h('li', {}, text))))]
}

function left(plan: Plan): Markup[] {
  const { named, rows, more } = leftRows(plan)
  const names = namesIn(plan)
  if (rows.length === 0) return []
  return [
    h(
      'section',
      {},
      h('h2', {}, 'Left alone'),
      h(
        'table',
        {},
        h('tr', {}, ...['What', 'Why', 'To see more'].map((text) => h('th', { scope: 'col' }, text))),
        ...rows.map(([name = '', message = '', command = ''], index) =>
          h(
            'tr',
            {},
            h('td', {}, name),
            h('td', {}, message, editsOf(named[index], names)),
            h('td', {}, command === '' ? '' : h('code', {}, command)),
          ),
        ),
      ),
      ...more.map((text) => h('p', { class: 'faint' }, text)),
    ),
  ]
}

/** The edits, in the same words as for planned changes. */
const editsOf = (left: LeftObject | undefined, names: ShownNames): Markup | undefined =>
  left && groupList(allLines(left.units, namesFor(names, left)).map(lineInWords))

function notes(plan: Plan): Markup[] {
  const all = [...plan.notes, ...countedNotes(plan)]
  return all.length === 0 ? [] : [h('section', {}, h('h2', {}, 'Good to know'), groupList(all.map(printableName)))]
}

const ending = (plan: Plan): Markup[] =>
  plan.objects.length === 0 || plan.stops.length > 0
    ? []
    : [h('p', {}, uncommitted(plan) ?? ['Apply exactly this: ', h('code', {}, approveCommand(plan))])]
