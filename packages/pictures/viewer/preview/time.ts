import type { PageCommit, Scene } from '../../scene.ts'
import { straight } from '../data/straight.ts'
import { make } from '../dom.ts'
import { legible } from '../glyphs.ts'
import { type Breakpoint, breakpointAt, isLegibleIn, widthFor } from '../layout/breakpoint.ts'
import type { MountOptions } from '../mount.ts'
import { ask } from './ask.ts'
import { marksBetween } from './between.ts'
import { type Compared, isHeadingChanged, showSides } from './compare.ts'
import { whereToLook } from './moves.ts'
import { type PageState, writeState } from './state.ts'

export interface Time {
  readonly slug: string
  readonly element: HTMLElement
  /** Draws both states again: the tree, the address or the window has changed. */
  readonly show: (state: PageState) => Promise<void>
  readonly destroy: () => void
}

interface TimeOptions extends MountOptions {
  readonly room: () => number
  readonly fitted: () => void
}

const ON_DISK = 'now'
type End = 'from' | 'to'
const LABELS = { from: 'Before', to: 'After' } as const

/** Two sliders over the commits of a dashboard, and a swipe between the two states that they choose. */
export async function openTime(slug: string, { room, fitted, ...options }: TimeOptions): Promise<Time> {
  const commits = (await ask<readonly PageCommit[]>(`/commits/${encodeURIComponent(slug)}`)).toReversed()
  const steps = [...commits.map(({ commit }) => commit), ON_DISK]
  const scenes = new Map<string, Promise<Scene | null>>()
  const boards = make('div', { class: 'pv-compare' })
  const told = make('p', { class: 'pv-change-note', role: 'status' })
  const line = { at: 50 }
  let drawn: Pick<Compared, 'destroy'> | undefined
  let run = 0
  let state: PageState | undefined
  const last = steps.length - 1
  const at: Record<End, number> = { from: last, to: last }
  const sceneAt = (commit: string): Promise<Scene | null> => {
    const known = scenes.get(commit) ?? ask<Scene | null>(`/past/${encodeURIComponent(slug)}/${commit}`)
    scenes.set(commit, known)
    known.catch(() => scenes.delete(commit))
    return known
  }
  /** What changed last: the files on disk, else what the last commit made of the one before. */
  const usualEnds = async (): Promise<Record<End, number>> => {
    const [committed, onDisk] = await Promise.all([sceneAt(steps[last - 1] ?? ON_DISK), sceneAt(ON_DISK)])
    const isCommitted = JSON.stringify(committed) === JSON.stringify(onDisk)
    return { from: Math.max(0, last - (isCommitted ? 2 : 1)), to: last }
  }
  const nameOf = (end: End): string => {
    const commit = commits[at[end]]
    return commit ? `${commit.commit.slice(0, 7)}, ${commit.day}: ${commit.subject}` : 'The files as they are on disk'
  }
  const sliders = { from: slider('from'), to: slider('to') }
  function slider(end: End) {
    const input = make('input', { type: 'range', min: 0, max: last, 'aria-label': LABELS[end] })
    const name = make('output', { class: 'pv-then' })
    input.addEventListener('input', () => {
      at[end] = Number(input.value)
      tellNames()
      if (state) {
        state = { ...state, [end]: steps[at[end]] }
        history.replaceState(null, '', writeState(state))
      }
      void draw()
    })
    return { input, name, element: make('label', { class: 'pv-time' }, make('span', {}, LABELS[end]), input, name) }
  }
  const tellNames = (): void => {
    for (const end of ['from', 'to'] as const) {
      sliders[end].input.value = String(at[end])
      const name = legible(straight(nameOf(end)))
      sliders[end].input.setAttribute('aria-valuetext', name)
      sliders[end].name.textContent = name
    }
  }
  const draw = async (): Promise<void> => {
    const mine = ++run
    if (!state) return
    const { theme, width } = state
    try {
      const [before, after] = await Promise.all([sceneAt(steps[at.from] ?? ON_DISK), sceneAt(steps[at.to] ?? ON_DISK)])
      if (mine !== run) return
      const sides = { live: before ?? undefined, after: after ?? undefined }
      const marks = marksBetween(sides.live, sides.after)
      const layout = (after ?? before)?.dashboard.layout
      const fitting = breakpointAt(room(), layout)
      const chosen: Breakpoint | undefined = width === 'auto' ? undefined : width
      const where = whereToLook({ ...sides, marks }, { fitting, chosen, isLegible: isLegibleIn(room(), layout) })
      const own = chosen === undefined && where.breakpoint === fitting ? undefined : widthFor(where.breakpoint, layout)
      drawn?.destroy()
      const shown = showSides(
        { ...sides, marks, differences: {} },
        {
          ...{
            ...options,
            theme,
            where,
            line,
            fitted,
            mode: 'swipe',
            only: false,
            width: (given = room()) => own ?? given,
          },
          names: { titles: { live: LABELS.from, after: LABELS.to }, missing: { live: GONE, after: GONE } },
        },
      )
      drawn = shown
      const count = Object.keys(marks).length
      const isHeading = isHeadingChanged(sides)
      told.textContent = `${sayCount(count, isHeading)}${where.note === undefined ? '' : ` ${where.note}`}`
      boards.replaceChildren(shown.element)
    } catch (cause) {
      if (mine === run) told.textContent = cause instanceof Error ? cause.message : String(cause)
    }
  }
  const element = make(
    'div',
    { class: 'pv-times' },
    make('h2', { class: 'bw-sr' }, 'History'),
    commits.length === 0
      ? make('p', { class: 'pv-empty' }, 'No commit has changed this dashboard yet.')
      : make(
          'div',
          { class: 'pv-time-bar', role: 'group', 'aria-label': 'Time' },
          sliders.from.element,
          sliders.to.element,
          told,
        ),
    boards,
  )
  return {
    slug,
    element,
    async show(next) {
      state = next
      scenes.delete(ON_DISK)
      if (commits.length === 0) return
      const mine = ++run
      const chosen = { from: steps.indexOf(next.from ?? ''), to: steps.indexOf(next.to ?? '') }
      const usual = chosen.from < 0 || chosen.to < 0 ? await usualEnds().catch(() => at) : at
      if (mine !== run) return
      for (const end of ['from', 'to'] as const) at[end] = chosen[end] < 0 ? usual[end] : chosen[end]
      tellNames()
      await draw()
    },
    destroy() {
      run += 1
      drawn?.destroy()
    },
  }
}

const GONE = 'It is not there.'

function sayCount(count: number, isHeading: boolean): string {
  const widgets = count === 0 ? [] : [count === 1 ? '1 widget' : `${count} widgets`]
  const all = [...(isHeading ? ['the heading'] : []), ...widgets].join(' and ')
  if (all === '') return 'No widget differs.'
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${(isHeading && count > 0) || count > 1 ? 'differ' : 'differs'}.`
}
