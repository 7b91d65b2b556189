import type { CompanyModel, ComparedChange, Scene, SceneMark, SceneMember, TextDifference } from '@boardwright/pictures'
import { type Content, ofKind } from '../../content/entity.ts'
import { isKind } from '../../content/kinds.ts'
import type { Dashboard, Key, ReportReference, Widget } from '../../content/model.ts'
import { printable, printableName } from '../../content/printable.ts'
import { widgetIn } from '../../content/units.ts'
import { fullName } from '../../plan/naming.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { DRAWN_UNITS } from '../../words/pictures.ts'
import type { Told } from '../../words/told.ts'
import { type Line, markedParts } from '../../words/values/line.ts'
import { pageOf } from '../decide/pages.ts'
import { sceneOf } from '../decide/scene.ts'

export interface SeenSide {
  readonly dashboard: Dashboard | undefined
  readonly scene: Scene | undefined
}

export function sideOf(
  content: Content,
  slug: string,
  members: Readonly<Record<string, SceneMember>>,
  model: CompanyModel | undefined,
): SeenSide | undefined {
  const page = pageOf(content, slug)
  if (!page) return undefined
  const { title, dashboard } = page
  const find = (reference: ReportReference) => content.get(reference as Key<'report'>)?.whole()
  const all = () => ofKind(content, 'report').map(({ whole }) => whole())
  const scene = dashboard && sceneOf(dashboard, { title, members, model, find, all })
  return { dashboard, scene }
}

type Sides = readonly (SeenSide | undefined)[]

interface About {
  readonly plan: Plan
  readonly key: string
  readonly page: string
}

/** A change, with the marks it puts on each widget. */
export interface SeenChange {
  readonly change: ComparedChange
  readonly isOfReport: boolean
  readonly marks: ReadonlyMap<string, readonly SceneMark[]>
}

export function seenOf(told: Told, { plan, key, page }: About, sides: Sides): SeenChange {
  const { fate, unit, lines, why, sides: values, facts, commands, isWaiting } = told
  const isOfReport = isKind(key, 'report')
  const marks = new Map(isOfReport ? reportMarks(told, key, sides) : key === page ? dashboardMarks(told, sides) : [])
  const texts = lines.flatMap(textIn)
  const unseen = isOfReport && fate !== 'left' ? whyUnseen(unit, key, sides) : undefined
  return {
    ...{ isOfReport, marks },
    change: {
      id: [key === page ? undefined : key, unit ?? lines[0]?.subject ?? fate]
        .filter((part) => part !== undefined)
        .join(' '),
      ...{
        fate,
        title: key === page ? undefined : printableName(titleOf(plan, key, sides)),
        why: fate === 'held' ? held(key === page ? ofPage(why) : why, unseen) : (unseen ?? (why && printableName(why))),
        sides: values?.map(({ of, cells }) => ({
          of: printableName(of),
          cells: cells.map(({ title, text, note }) => ({
            title,
            text: printableName(text),
            note: printableName(note),
          })),
        })),
        facts: facts?.map(printableName),
        ...(isWaiting && { waits: true }),
        commands,
        texts,
        ...(told.action === 'publish' && { isPublish: true }),
        widgets: [...marks.keys()],
      },
      lines: lines.map((line) => ({
        subject: printableName(line.subject),
        parts: markedParts(line).map(printableName),
        aside: line.aside && printableName(line.aside),
      })),
    },
  }
}

/** Beside a widget, "it" would be the widget. */
const ofPage = (why: string | undefined): string | undefined => why?.replace(/^it (?=shows )/, 'the dashboard ')

const held = (...why: (string | undefined)[]): string | undefined =>
  why.flatMap((each) => (each ? printableName(each) : [])).join('; ') || undefined

const idsIn = (side: SeenSide | undefined): string[] => (side?.dashboard?.widgets ?? []).map(({ id }) => id)

/** Marks for a change to the dashboard: on one widget, or on all of them. */
function dashboardMarks({ fate, unit, action, marks }: Told, [live, after]: Sides): [string, readonly SceneMark[]][] {
  const id = widgetIn(unit)
  if (action === 'create') return idsIn(after).map((each) => [each, ['added']])
  if (action === 'delete') return idsIn(live).map((each) => [each, ['removed']])
  return id === undefined ? [] : [[id, fate === 'written' ? marks : [fate]]]
}

function whyUnseen(unit: string | undefined, report: string, sides: Sides): string | undefined {
  if (sides.every((side) => idsShowing(side, report, () => false).length === 0)) return NOT_SHOWN
  const isHidden = sides.every((side) => idsShowing(side, report, hasTitle).length === 0)
  return isHidden && NAMING_UNITS.has(unit ?? '') ? TITLED : undefined
}

const hasTitle = ({ config }: Widget): boolean => typeof config?.['title'] === 'string'

/** What a widget shows of its report, unless it has a title of its own. */
const NAMING_UNITS: ReadonlySet<string> = new Set(['name', 'title'])
const NOT_SHOWN = 'no widget of this dashboard shows it'
const TITLED = 'cannot be seen here: the widget has a title of its own'

/** Marks for a change to a report: on each widget that shows it. */
function reportMarks(
  { fate, unit, action }: Told,
  key: string,
  [live, after]: Sides,
): [string, readonly SceneMark[]][] {
  if (fate === 'written' && action === undefined && !DRAWN_UNITS.has(unit ?? '')) return []
  const hidesIt = (widget: Widget): boolean => fate === 'written' && NAMING_UNITS.has(unit ?? '') && hasTitle(widget)
  const [was, is] = [live, after].map((side) => idsShowing(side, key, hidesIt))
  const titled = new Set(
    [live, after]
      .flatMap((side) => side?.dashboard?.widgets ?? [])
      .filter(hasTitle)
      .map(({ id }) => id),
  )
  const [there, stays] = [live, after].map((side) => new Set(idsIn(side)))
  return [...new Set([...(was ?? []), ...(is ?? [])])].map((id) => {
    const mark = !there?.has(id) ? 'added' : !stays?.has(id) ? 'removed' : 'changed'
    const isUnseen = fate === 'held' && NAMING_UNITS.has(unit ?? '') && titled.has(id)
    return [id, fate === 'written' ? [mark] : isUnseen ? [fate, 'unseen'] : [fate]]
  })
}

const idsShowing = (side: SeenSide | undefined, key: string, hidesIt: (widget: Widget) => boolean): string[] =>
  (side?.dashboard?.widgets ?? []).flatMap((widget) =>
    [widget.report, ...(widget.reports ?? [])].some((each) => each === key) && !hidesIt(widget) ? [widget.id] : [],
  )

const NAMES: Readonly<Record<string, string>> = { sql: 'SQL', python: 'Python' }

function textIn({ subject, diff }: Line): TextDifference[] {
  if (!diff) return []
  const lines = diff.hunks.flatMap((hunk) =>
    hunk.lines.map(({ mark, text }) => ({ sign: mark, text: printable(text) })),
  )
  return [{ name: NAMES[subject] ?? subject, lines }]
}

function titleOf({ objects, held, left }: Plan, key: string, sides: Sides): string {
  const about = [...objects, ...held, ...left].find((object) => object.key === key)
  return about ? fullName(about) : (sides.map((side) => side?.scene?.reports[key]?.name).find(Boolean) ?? key)
}
