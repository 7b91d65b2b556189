/** The page's state, kept in its URL: reload, links and the back button lead to the same. */
export interface PageState {
  readonly slug: string | undefined
  readonly compare: 'off' | 'side' | 'over'
  readonly theme: 'auto' | 'light' | 'dark'
  readonly width: 'auto' | 'lg' | 'md' | 'sm' | 'xs' | 'xxs'
}

const CHOICES = {
  compare: ['off', 'side', 'over'],
  theme: ['auto', 'light', 'dark'],
  width: ['auto', 'lg', 'md', 'sm', 'xs', 'xxs'],
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
    ...{ compare: choose('compare'), theme: choose('theme'), width: choose('width') },
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function writeState({ slug, compare, theme, width }: PageState): string {
  const query = Object.entries({ compare, theme, width })
    .filter(([, value]) => value !== 'off' && value !== 'auto')
    .map(([key, value]) => `${key}=${value}`)
  return `#/${slug === undefined ? '' : encodeURIComponent(slug)}${query.length > 0 ? `?${query.join('&')}` : ''}`
}
