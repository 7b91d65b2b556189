import type { Comparison } from '../../scene.ts'
import { make, style } from '../dom.ts'
import { type Mounted, type MountOptions, mount } from '../mount.ts'

export interface Compared {
  readonly element: HTMLElement
  readonly destroy: () => void
}

/** Repo and live, side by side or overlaid, with the plan's marks. */
export function showComparison(comparison: Comparison, mode: 'side' | 'over', options: MountOptions): Compared {
  const mounted: Mounted[] = []
  const side = (name: 'live' | 'repo', title: string): HTMLElement => {
    const scene = comparison[name]
    const place = make('div', { class: 'pv-board' })
    if (scene)
      mounted.push(
        mount(place, scene, {
          ...options,
          heading: 3,
          marks: comparison.marks[name],
          ...(name === 'repo' ? { differences: comparison.differences } : {}),
        }),
      )
    else
      place.append(
        make('p', { class: 'pv-empty' }, name === 'live' ? 'It is not in the target.' : 'It is not in the repo.'),
      )
    return make(
      'section',
      { class: `pv-side-${name}`, 'aria-label': title },
      make('p', { class: 'pv-side-title', role: 'heading', 'aria-level': 2 }, title),
      place,
    )
  }
  const [live, repo] = [side('live', 'Live'), side('repo', 'Repo')]
  const boards = mode === 'side' ? make('div', { class: 'pv-sides' }, live, repo) : overlaid(live, repo)
  return {
    element: make('div', { class: 'pv-compare' }, changes(comparison), boards),
    destroy: () => {
      for (const each of mounted) each.destroy()
    },
  }
}

/** Live over the repo, with a slider for how much of it is visible. */
function overlaid(live: HTMLElement, repo: HTMLElement): HTMLElement {
  const slider = make('input', { type: 'range', min: 0, max: 100, value: 50, 'aria-label': 'How much of live is seen' })
  const fade = (): void => {
    style(live, { opacity: String(Number(slider.value) / 100) })
  }
  slider.addEventListener('input', fade)
  live.inert = true
  fade()
  return make(
    'div',
    {},
    make('div', { class: 'pv-fade' }, make('span', {}, 'Repo'), slider, make('span', {}, 'Live')),
    make('div', { class: 'pv-over' }, repo, live),
  )
}

function changes({ changes: all, says }: Comparison): HTMLElement {
  const items = all.map(({ title, lines }) =>
    make('li', {}, make('strong', {}, title), ...lines.map((line) => make('span', { class: 'pv-line' }, line))),
  )
  return make(
    'section',
    { class: 'pv-changes', 'aria-label': 'Differences' },
    make('p', { role: 'status' }, says),
    items.length > 0 && make('ul', {}, ...items),
  )
}
