import { h, type Markup } from '@boardwright/pictures'
import type { WayOut } from '../held-choices.ts'

/** A command to copy. It goes on in the next line between words only, never after the hyphens of a flag. */
export const commandOf = (text: string): Markup =>
  h(
    'code',
    { class: 'command' },
    ...text.split(' ').flatMap((word, index) => [index === 0 ? '' : ' ', h('span', {}, word)]),
  )

const isCommand = (text: string): boolean => /^(npx )?(boardwright|git) [a-z]/.test(text)

export const waysOut = (choices: readonly WayOut[]): Markup[] =>
  choices.length === 0
    ? []
    : [
        h(
          'ul',
          {},
          ...choices.map(([words, help]) => h('li', {}, `${words}: `, isCommand(help) ? commandOf(help) : help)),
        ),
      ]
