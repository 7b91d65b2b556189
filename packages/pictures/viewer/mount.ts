import type { Scene, SceneMark, SceneMarks, SceneReport, SceneWidget, TextDifference } from '../scene.ts'
import { withChoices } from './data/choices.ts'
import type { Rows } from './data/rows.ts'
import { keepInPlace, make } from './dom.ts'
import { createGrid, type GridView } from './grid.ts'
import { type Breakpoint, breakpointAt } from './layout/breakpoint.ts'
import { type Nested, nestWidgets } from './layout/nest.ts'
import { applyTheme, type Mode, type Theme } from './look/theme.ts'
import { mark } from './marks.ts'
import { createQueue, type Queue } from './queue.ts'
import { sampleRows } from './sample/rows.ts'
import { buildWidget } from './widget.ts'
import { drawApp } from './widgets/app.ts'
import type { Stage, View } from './widgets/context.ts'
import { readReal } from './widgets/real-rows.ts'

export interface MountOptions {
  /** A fixed breakpoint, regardless of the width. */
  readonly breakpoint?: Breakpoint | undefined
  readonly theme?: Mode | 'auto' | undefined
  readonly locale?: string | undefined
  readonly timezone?: string | undefined
  readonly marks?: SceneMarks | undefined
  /** What happened to the dashboard's title and description. */
  readonly headingMarks?: readonly SceneMark[] | undefined
  /** Texts that differ from another state, shown in the widget. */
  readonly differences?: Readonly<Record<string, readonly TextDifference[]>> | undefined
  /** The heading level of the dashboard's title. */
  readonly heading?: number | undefined
}

export interface Mounted {
  readonly update: (scene: Scene, options?: MountOptions) => void
  readonly destroy: () => void
}

/** Draws a dashboard into an element of the page. */
export function mount(element: HTMLElement, first: Scene, options: MountOptions = {}): Mounted {
  const root = make('div', { class: 'bw', lang: options.locale ?? first.locale })
  const memory = new Map<string, unknown>()
  const answers: Answers = new Map()
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const state = { scene: first, options, breakpoint: 'lg' as Breakpoint, drawn: undefined as Drawn | undefined }
  const chosen = (id: string): unknown => memory.get(`${id}/choice`)
  const choose = (id: string, value: unknown): void => {
    memory.set(`${id}/choice`, value)
    redraw()
  }
  const redraw = (): void => {
    const before = state.drawn
    for (const [key, { hasFailed }] of answers) if (hasFailed) answers.delete(key)
    const { theme = 'auto' } = state.options
    const mode = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme
    const focused = document.activeElement
    const scene = withChoices(state.scene, chosen)
    state.drawn = draw(root, {
      ...state,
      ...{ scene, memory },
      rowsOf: rowsBy(scene, state.scene, answers),
      chosen,
      choose,
      mode,
      before,
      breakpoint: () => state.breakpoint,
    })
    before?.finish(state.drawn)
    if (focused instanceof HTMLElement && root.contains(focused)) focused.focus({ preventScroll: true })
  }
  const measure = (): void => {
    const { scene, options: given } = state
    const next = given.breakpoint ?? breakpointAt(root.clientWidth, scene.dashboard.layout)
    root.dataset['breakpoint'] = next
    if (next === state.breakpoint) return
    state.breakpoint = next
    state.drawn?.grid?.arrange(next)
  }
  const onDark = (): void => redraw()
  element.replaceChildren(root)
  state.breakpoint = options.breakpoint ?? breakpointAt(root.clientWidth || 1200, first.dashboard.layout)
  root.dataset['breakpoint'] = state.breakpoint
  redraw()
  const watch = new ResizeObserver(measure)
  watch.observe(root)
  dark.addEventListener('change', onDark)
  return {
    update(scene, next = state.options) {
      answers.clear()
      state.scene = scene
      state.options = next
      redraw()
      measure()
    },
    destroy() {
      watch.disconnect()
      dark.removeEventListener('change', onDark)
      state.drawn?.finish(undefined)
      root.remove()
    },
  }
}

interface Drawing {
  readonly scene: Scene
  readonly options: MountOptions
  readonly memory: Map<string, unknown>
  readonly rowsOf: Stage['rowsOf']
  readonly mode: Mode
  readonly before: Drawn | undefined
  readonly breakpoint: () => Breakpoint
  readonly chosen: Stage['chosen']
  readonly choose: Stage['choose']
}

interface Drawn {
  readonly grid: GridView | undefined
  readonly shared: string
  /** Widgets, by everything else that determines how they look. */
  readonly views: ReadonlyMap<string, View>
  readonly queue: Queue
  /** Disposes everything that the next drawing did not reuse. */
  readonly finish: (next: Drawn | undefined) => void
}

function draw(root: HTMLElement, { scene, options, memory, mode, before, ...page }: Drawing): Drawn {
  root.dataset['theme'] = mode
  const theme = applyTheme(root, scene.dashboard.theme, mode)
  const queue = createQueue()
  const views = new Map<string, View>()
  const shared = sharedKey(scene, theme)
  const keyOf = keysFor(scene, options)
  const kept = before?.shared === shared ? before.views : undefined
  const heading = options.heading ?? 1
  const stage: Stage = {
    ...{ scene, theme, memory, ...page, heading: heading + 1 },
    formats: { locale: options.locale ?? scene.locale ?? 'en', timezone: options.timezone ?? scene.timezone },
    soon: queue.add,
    isAsked: scene.rowsAt !== undefined,
    build: (nested) => {
      const key = keyOf(nested)
      const known = kept?.get(key)
      const view =
        known ??
        buildWidget(nested, stage, {
          marks: options.marks?.[nested.widget.id],
          differences: options.differences?.[nested.widget.id],
        })
      views.set(key, view)
      if (known) keepInner(nested)
      return view
    },
  }
  const keepInner = ({ children }: Nested): void => {
    for (const child of children) {
      const key = keyOf(child)
      const view = kept?.get(key)
      if (view) views.set(key, view)
      keepInner(child)
    }
  }
  const titles = head(scene, heading, options.headingMarks)
  const isApp = scene.dashboard.kind === 'APP'
  const grid = isApp
    ? undefined
    : createGrid(nestWidgets(scene.dashboard.widgets ?? []), stage, { on: before?.grid?.element })
  const app = isApp ? drawApp(stage) : undefined
  keepInPlace(root, [...titles, ...[grid, app].flatMap((part) => part?.element ?? []), ...emptyNote(scene)])
  return {
    ...{ grid, shared, views, queue },
    finish: (next) => {
      if (next === undefined || next.queue !== queue) app?.destroy()
      for (const [key, view] of views) if (next?.views.get(key) !== view) view.destroy()
      if (next === undefined) queue.stop()
    },
  }
}

/** Real rows by question. Each question is only asked once, until the dashboard itself changes. */
type Answers = Map<string, { readonly rows: Promise<Rows>; hasFailed: boolean }>

function rowsBy(scene: Scene, saved: Scene, answers: Answers): Stage['rowsOf'] {
  const { rowsAt } = scene
  if (rowsAt === undefined) return async (_, report) => sampleRows(report, scene)
  const savedQueries = new Set(Object.values(saved.reports).map(({ query }) => query))
  return (widget, report) => {
    const query = savedQueries.has(report.query) ? undefined : report.query
    const key = JSON.stringify([widget.id, report.publicId, query, report.sql])
    const known = answers.get(key)
    if (known) return known.rows
    const rows = readReal(`${rowsAt}/${encodeURIComponent(widget.id)}`, query, report, scene)
    const answer = { rows, hasFailed: false }
    answers.set(key, answer)
    rows.catch(() => {
      answer.hasFailed = true
    })
    return rows
  }
}

/** What determines how every widget looks: if it changes, all are redrawn. */
const sharedKey = ({ dashboard, members, rowsAt, locale, timezone }: Scene, { mode }: Theme): string =>
  JSON.stringify([dashboard.theme, dashboard.layout, dashboard.settings, members, rowsAt, locale, timezone, mode])

/** Everything else that determines how a widget looks: it is redrawn only if this changes. */
function keysFor(scene: Scene, { marks, differences }: MountOptions): (nested: Nested) => string {
  const reports = new Map<SceneReport | undefined, string>()
  const written = (report: SceneReport | undefined): string => {
    const text = reports.get(report) ?? JSON.stringify(report ?? null)
    reports.set(report, text)
    return text
  }
  const about = ({ widget, children, problem }: Nested): unknown => [
    widget,
    reportsOf(widget, scene).map(written),
    marks?.[widget.id],
    differences?.[widget.id],
    problem,
    children.map(about),
  ]
  return (nested) => JSON.stringify(about(nested))
}

const reportsOf = ({ report, reports, config }: SceneWidget, scene: Scene): (SceneReport | undefined)[] =>
  [report, config?.['reportId'], ...(reports ?? [])].map((name) =>
    name === undefined ? undefined : scene.reports[String(name)],
  )

/** The title and the description that a dashboard shows. */
export const headingIn = ({ title, description, dashboard }: Scene) => ({
  name: dashboard.title ?? title,
  about: dashboard.description ?? description,
})

function head(scene: Scene, level: number, marks: readonly SceneMark[] = []): HTMLElement[] {
  const { name, about } = headingIn(scene)
  const element = make(
    'header',
    { class: 'bw-dashboard-head' },
    make('div', { class: 'bw-dashboard-title', role: 'heading', 'aria-level': level }, name),
    about ? make('p', { class: 'bw-dashboard-about' }, about) : null,
  )
  mark(element, marks)
  return [element]
}

const emptyNote = ({ dashboard }: Scene): HTMLElement[] =>
  dashboard.kind !== 'APP' && (dashboard.widgets ?? []).length === 0
    ? [make('p', { class: 'bw-empty bw-on-page' }, 'This dashboard has no widgets yet.')]
    : []
