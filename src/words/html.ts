import { h, type Markup, renderSvg, trusted } from '@boardwright/pictures'
import { counted, plural } from '../content/counted.ts'
import type { Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { HeldObject, Plan } from '../plan/plan-file.ts'
import { accessSection } from './access.ts'
import { AFFECTED_TITLE, affectedText, drawAffected } from './affected.ts'
import { apartFromAlike } from './alike.ts'
import { acceptCommand, approveCommand, uncommitted } from './commands.ts'
import { CHANGES, countedByNoun, countedNotes, noChanges, routeOf, summaryCounts } from './facts.ts'
import { findingTexts } from './findings.ts'
import { type AnchorStop, anchorOf, withTurns } from './html/anchors.ts'
import { withArrows } from './html/arrow.ts'
import { boxFigure, chartFigures, type DrawnDashboard, pictureBytes } from './html/charts.ts'
import { groupList, groupSection } from './html/group.ts'
import { HELD, heldCard, heldOf, LEFT, leftCard } from './html/not-applied.ts'
import { staticPage } from './html/style.ts'
import { commandOf } from './html/ways-out.ts'
import { type Group, groupsInTurn } from './objects.ts'
import { picturesOf } from './pictures.ts'
import { leftRows } from './text.ts'
import { namesIn } from './values/line.ts'

/** Limits for drawings and for text. Whatever does not fit is named. */
const MOST_DRAWN = 4_000_000
const MOST_CHARTS = 16_000_000
const MOST_TOLD = 8_000_000

/** The plan as one static HTML file that runs no script and fetches nothing. */
export function renderHtml(plan: Plan, drawn: readonly DrawnDashboard[] = []): string {
  const title = `Plan for ${printableName(plan.target.name)}`
  const groups = groupsInTurn(plan)
  const { others, alike } = apartFromAlike(plan)
  const figuresOf = figuresIn(plan, drawn)
  const held = heldOf(others, plan, (key) => (plan.objects.some((object) => object.key === key) ? [] : figuresOf(key)))
  const { changes, more } = changesOf(groups, plan, figuresOf)
  const stops = withTurns([...held, ...changes])
  return staticPage(`${title}: ${routeOf(plan)}`, [
    h('header', {}, h('h1', {}, title), h('p', { class: 'faint' }, ...withArrows(routeOf(plan))), counts(plan, groups)),
    h(
      'main',
      {},
      ...stopped(plan),
      ...gained(plan),
      ...(plan.objects.length === 0 ? [h('section', {}, h('p', {}, noChanges(plan)))] : []),
      ...contents(others, groups.slice(0, changes.length), more.length),
      ...heldCard(stops.slice(0, held.length), alike),
      ...stops.slice(held.length),
      ...(more.length === 0 ? [] : [h('section', {}, h('h2', {}, 'Also'), groupList(more))]),
      ...reached(plan),
      ...leftCard(plan),
      ...notes(plan),
    ),
    h(
      'footer',
      {},
      ...(drawn.length === 0 ? [] : [h('p', {}, 'The pictures are drawn from made-up rows.')]),
      ...ending(plan),
    ),
  ])
}

/** What happens to what, as people see it: each leads to the first of them. */
function counts(plan: Plan, groups: readonly Group[]): Markup {
  const written = (['create', 'update', 'delete'] as const).flatMap((action) => {
    const some = plan.objects.filter((each) => each.action === action)
    const first = groups.find(({ head, reports }) => [head, ...reports].some((each) => each.action === action))
    return some.length === 0
      ? []
      : [{ text: `${action} ${countedByNoun(some)}`, to: first && anchorOf(first.head.key) }]
  })
  const published = groups.filter(({ head }) => head.publish)
  const [first] = published
  const publish = first && { text: `publish ${plural(published.length, 'dashboard')}`, to: anchorOf(first.head.key) }
  const rest = summaryCounts(plan).slice(CHANGES.length)
  const pills: readonly { readonly text: string; readonly to?: string | undefined }[] = [
    ...written,
    ...(publish ? [publish] : []),
    ...rest.map(([count, words]) => ({
      text: `${counted(count)} ${words}`,
      to: words === 'held' ? HELD : OF_LEFT.test(words) && leftRows(plan).rows.length > 0 ? LEFT : undefined,
    })),
  ]
  return h(
    'ul',
    { class: 'counts' },
    ...pills.map(({ text, to }) => h('li', {}, to === undefined ? text : h('a', { href: `#${to}` }, text))),
  )
}

const OF_LEFT = /^UI edit|^unpublished/

function stopped(plan: Plan): Markup[] {
  if (plan.stops.length === 0) return []
  const command = acceptCommand(plan)
  return [
    h(
      'section',
      { class: 'stop' },
      h('h2', {}, 'Stopped: apply refuses this plan as it is'),
      groupList(plan.stops.map(({ kind, message }) => `${kind}: ${printableName(message)}`)),
      ...(command === undefined ? [] : [h('p', {}, 'If that is meant: ', commandOf(command))]),
    ),
  ]
}

const FEW = 1
const MOST_LISTED = 400

/** What to jump to: first what is held. */
function contents(held: readonly HeldObject[], groups: readonly Group[], leftOut: number): Markup[] {
  const all = [
    ...held.map((each) => ({ to: anchorOf(each.key, `${HELD}/`), name: fullName(each), word: HELD })),
    ...groups.map(({ head }) => ({ to: anchorOf(head.key), name: fullName(head), word: undefined })),
  ]
  if (all.length <= FEW) return []
  const more = Math.max(0, all.length - MOST_LISTED) + leftOut
  return [
    h(
      'nav',
      { 'aria-label': 'What changes' },
      h(
        'ul',
        {},
        ...all
          .slice(0, MOST_LISTED)
          .map(({ to, name, word }) =>
            h(
              'li',
              {},
              ...(word ? [h('span', { class: `word ${word}` }, word), ' '] : []),
              h('a', { href: `#${to}` }, name),
            ),
          ),
        ...(more > 0 ? [h('li', {}, `and ${counted(more)} more`)] : []),
      ),
    ),
  ]
}

type FiguresOf = (key: Key) => readonly Markup[]

/** The pictures of each object, as long as there is room. */
function figuresIn(plan: Plan, charts: readonly DrawnDashboard[]): FiguresOf {
  const pictures = new Map(picturesOf(plan).map((picture) => [picture.key, picture]))
  const chartsBy = new Map(charts.map((each) => [each.key, each]))
  let [drawn, room] = [0, MOST_CHARTS]
  const boxesOf = (key: Key, why: string | undefined): readonly Markup[] => {
    if (drawn > MOST_DRAWN) return [faint('Its picture is left out here: plan --pictures draws them all.')]
    const picture = pictures.get(key)
    const sheet = picture?.draw()
    const because = why === undefined ? [] : [faint(why)]
    if (!picture || sheet === undefined) return because
    const figure = boxFigure(picture.name, picture.stem, sheet)
    drawn += figure.markup.length
    return [figure, ...because]
  }
  return (key) => {
    const found = chartsBy.get(key)
    if (!found?.whole || found.why !== undefined) return boxesOf(key, found?.why)
    if (pictureBytes(found) > room) return boxesOf(key, 'Its charts are left out here: plan --pictures draws them all.')
    room -= pictureBytes(found)
    return chartFigures(found, found.whole)
  }
}

/** The changes to show in full, and the names of those without room. */
function changesOf(
  groups: readonly Group[],
  plan: Plan,
  figuresOf: FiguresOf,
): { readonly changes: AnchorStop[]; readonly more: string[] } {
  const names = namesIn(plan)
  let told = 0
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

function gained(plan: Plan): Markup[] {
  const { title, lines } = accessSection(plan, MOST_LISTED)
  const texts = lines.map(({ mark, text }) => `${mark} ${printableName(text)}`)
  return texts.length === 0
    ? []
    : [h('section', {}, h('h2', {}, title), h('ul', {}, ...texts.map((text) => h('li', {}, text))))]
}

function notes(plan: Plan): Markup[] {
  const all = [...plan.notes, ...countedNotes(plan)]
  return all.length === 0 ? [] : [h('section', {}, h('h2', {}, 'Good to know'), groupList(all.map(printableName)))]
}

const ending = (plan: Plan): Markup[] =>
  plan.objects.length === 0 || plan.stops.length > 0
    ? []
    : [h('p', {}, uncommitted(plan) ?? ['Apply exactly this: ', commandOf(approveCommand(plan))])]
