import { createHash } from 'node:crypto'
import { h, type Markup } from '@boardwright/pictures'

/** A part of the page with its own anchor, so that people can link to it and step through the page. */
export interface AnchorStop {
  readonly id: string
  /** Markup in front of its heading; `after` goes behind it. */
  readonly before: readonly Markup[]
  readonly heading: { readonly level: 2 | 3; readonly text: string }
  readonly after: readonly (Markup | undefined)[]
  readonly body: readonly (Markup | undefined)[]
}

const LONGEST = 100
const PLAIN = /^[\w./-]+$/

/** The same in every plan, so that a link still works after planning again. */
export function anchorOf(key: string, prefix = ''): string {
  const name = `${prefix}${key}`
  return name.length <= LONGEST && PLAIN.test(name)
    ? name
    : `${prefix}${createHash('sha256').update(key).digest('base64url').slice(0, 20)}`
}

/**
 * Gives each stop links to the next and the previous one. The page runs no script, so only links can be reached by
 * keyboard.
 */
export const withTurns = (stops: readonly AnchorStop[]): Markup[] =>
  stops.map(({ id, before, heading, after, body }, index) => {
    const turns = [turn('previous', stops[index - 1]), turn('next', stops[index + 1])].filter(
      (each) => each !== undefined,
    )
    return h(
      'article',
      { id },
      h(
        'div',
        { class: 'title' },
        ...before,
        h(`h${heading.level}`, {}, h('a', { href: `#${id}`, class: 'self' }, heading.text)),
        ...(turns.length === 0 ? [] : [h('span', { class: 'turns' }, ...turns)]),
        ...after,
      ),
      ...body,
    )
  })

const turn = (word: string, to: AnchorStop | undefined): Markup | undefined =>
  to && h('a', { href: `#${to.id}`, 'aria-label': `${word}: ${to.heading.text}` }, word)
