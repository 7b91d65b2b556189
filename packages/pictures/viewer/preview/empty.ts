import type { PreviewOverview } from '../../scene.ts'
import { make } from '../dom.ts'

/** What to type where there is no dashboard to show. The page draws the first one by itself. */
export const showEmpty = ({ target }: PreviewOverview): HTMLElement =>
  make(
    'section',
    { class: 'pv-begin', 'aria-labelledby': 'pv-begin' },
    make('h2', { id: 'pv-begin' }, 'No dashboard yet'),
    make('p', {}, 'This page shows the dashboards of this directory, as soon as it has one. In a terminal:'),
    make(
      'dl',
      {},
      ...WAYS(target).flatMap(([command, does]) => [make('dt', {}, does), make('dd', {}, make('code', {}, command))]),
    ),
  )

const WAYS = (target: string | undefined): readonly (readonly [command: string, does: string])[] => [
  [`boardwright export${target === undefined ? '' : ` --target ${target}`}`, 'Write what is live into files'],
  ['boardwright new', 'Write one of your own: it asks what'],
]
