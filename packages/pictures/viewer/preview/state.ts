import { BREAKPOINTS, type Breakpoint } from '../layout/breakpoint.ts'

/** The page's state, kept in its URL: reload, links and the back button all restore it. */
export interface PageState {
  readonly slug: string | undefined
  readonly compare: 'off' | 'side' | 'swipe' | 'highlight'
  readonly only: 'all' | 'changed'
  readonly theme: 'auto' | 'light' | 'dark'
  readonly width: 'auto' | Breakpoint
  /** Whether the list of dashboards is beside them: if nobody chose, not where two states need the room. */
  readonly side: 'auto' | 'on' | 'off'
  /** What is beside live: what apply would make, or what the repo wants where some of that is held. */
  readonly after: 'apply' | 'repo'
  /** One dashboard, small pictures of all, or one at two of its commits. */
  readonly view: 'board' | 'all' | 'time'
  /** Which dashboards are among the small pictures. */
  readonly list: 'all' | 'held' | 'changed'
  /** Whether widgets show where they are written, instead of what they do. */
  readonly code: 'off' | 'on'
  /** The id of a change in the comparison. */
  readonly change: string | undefined
  /** The two commits of a dashboard that are compared. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const CHOICES = {
  compare: ['off', 'side', 'swipe', 'highlight'],
  only: ['all', 'changed'],
  theme: ['auto', 'light', 'dark'],
  width: ['auto', ...BREAKPOINTS],
  side: ['auto', 'on', 'off'],
  after: ['apply', 'repo'],
  view: ['board', 'all', 'time'],
  list: ['all', 'held', 'changed'],
  code: ['off', 'on'],
} as const satisfies Record<string, readonly string[]>

export function readState(hash: string): PageState {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const given = new URLSearchParams(query)
  const choose = <K extends keyof typeof CHOICES>(name: K): (typeof CHOICES)[K][number] => {
    const options: readonly (typeof CHOICES)[K][number][] = CHOICES[name]
    return options.find((option) => option === given.get(name)) ?? (options[0] as (typeof CHOICES)[K][number])
  }
  return {
    slug: path === '' ? undefined : decode(path),
    ...{ compare: choose('compare'), only: choose('only'), theme: choose('theme') },
    ...{
      width: choose('width'),
      side: choose('side'),
      after: choose('after'),
      view: choose('view'),
      list: choose('list'),
      code: choose('code'),
    },
    change: given.get('change') ?? undefined,
    ...{ from: given.get('from') ?? undefined, to: given.get('to') ?? undefined },
  }
}

/** Two versions beside each other have two files for each widget. */
export const canShowCode = ({ compare, view }: PageState): boolean => compare === 'off' && view === 'board'

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function writeState({ slug, change, from, to, ...choices }: PageState): string {
  const query = Object.entries(CHOICES).flatMap(([name, [usual]]) => {
    const value = choices[name as keyof typeof CHOICES]
    return value === usual ? [] : [`${name}=${value}`]
  })
  const named = change === undefined || choices.compare === 'off' ? [] : [`change=${encodeURIComponent(change)}`]
  const ends = Object.entries(choices.view === 'time' ? { from, to } : {}).flatMap(([name, commit]) =>
    commit === undefined ? [] : [`${name}=${encodeURIComponent(commit)}`],
  )
  const all = [...query, ...named, ...ends].join('&')
  return `#/${slug === undefined ? '' : encodeURIComponent(slug)}${all === '' ? '' : `?${all}`}`
}
