import { createHash } from 'node:crypto'
import { h, type Markup } from '../../../picture/markup.ts'

/** A part of the page with an address of its own, which people send to each other and walk through. */
export interface Stop {
  readonly id: string
  /** What stands before its heading, and after. */
  readonly before: readonly Markup[]
  readonly heading: { readonly level: 2 | 3; readonly text: string }
  readonly after: readonly (Markup | undefined)[]
  readonly body: readonly (Markup | undefined)[]
}

const LONGEST = 100
const PLAIN = /^[\w./-]+$/

/** The same in every plan of it, so that a link stays right when the plan is made again. */
export function anchorOf(key: string, prefix = ''): string {
  const name = `${prefix}${key}`
  return name.length <= LONGEST && PLAIN.test(name)
    ? name
    : `${prefix}${createHash('sha256').update(key).digest('base64url').slice(0, 20)}`
}

/** Each with links to the one before and the one after: a page that runs nothing has no keys but those of links. */
export const withTurns = (stops: readonly Stop[]): Markup[] =>
  stops.map(({ id, before, heading, after, body }, index) => {
    const turns = [turn('next', stops[index + 1]), turn('previous', stops[index - 1])].filter(
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

const turn = (word: string, to: Stop | undefined): Markup | undefined =>
  to && h('a', { href: `#${to.id}`, 'aria-label': `${word}: ${to.heading.text}` }, word)
