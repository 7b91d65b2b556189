import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import type { Model } from '@boardwright/platform/model'

export function unknownMember(name: string, { owners, members }: Model): BoardwrightError {
  if (owners.size === 0 && !isPath(name)) {
    return new BoardwrightError('MEMBER_UNKNOWN', `this tree has no data model, so nothing is known of "${name}"`, {
      hint: 'Give a target a `dataModel:` and export it, or name an object or a path below content/.',
    })
  }
  const names = [...members].flatMap(([owner, all]) => [...all.keys()].map((each) => `${owner}.${each}`))
  const near = nearest(name, [...owners.keys(), ...names])
  return new BoardwrightError('MEMBER_UNKNOWN', `the data model has no "${name}"`, {
    hint: stepFor(name, near),
  })
}

const isPath = (name: string): boolean => /[/\\]|\.(yaml|yml|sql|py)$/.test(name)

function stepFor(name: string, near: string | undefined): string {
  if (isPath(name))
    return `That is a path: \`boardwright rename ${name} NEW\` moves content, with every reference to it.`
  return askIfMeant(near, 'Name a member, a cube or a view of the data model, or a path below content/.')
}
