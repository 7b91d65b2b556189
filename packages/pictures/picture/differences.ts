import type { Tile } from './tiles.ts'

export interface Sides {
  readonly before: readonly Tile[]
  readonly after: readonly Tile[]
  /** Widgets that change in more than their place. */
  readonly changed: { readonly has: (id: string) => boolean }
  /** Set if all of it is held: then it is what is live, beside what the repo has. */
  readonly isHeld?: true | undefined
}

/** What both sides are called. */
export const sideNames = ({ isHeld }: Pick<Sides, 'isHeld'>): readonly [string, string] =>
  isHeld ? ['Live', 'Repo'] : ['Now', 'After']

/** What happens to a widget. Each has a colour, a sign and a word, so that nothing depends on colour alone. */
export type Kind = 'added' | 'removed' | 'moved' | 'changed' | 'held'

export interface Difference {
  readonly kind: Kind
  readonly sign: string
  readonly word: string
  /** Whether it changes in more than its place. */
  readonly isChanged: boolean
}

export interface Differences {
  readonly before: ReadonlyMap<string, Difference>
  readonly after: ReadonlyMap<string, Difference>
}

const REMOVED: Difference = { kind: 'removed', sign: '×', word: 'removed', isChanged: false }
const ADDED: Difference = { kind: 'added', sign: '+', word: 'new', isChanged: false }
export const CHANGED: Difference = { kind: 'changed', sign: '~', word: 'changed', isChanged: true }

export function differencesOf({ before, after, changed, isHeld }: Sides): Differences {
  const own = (difference: Difference): Difference => (isHeld ? { ...difference, kind: 'held' } : difference)
  const old = new Map(before.map((tile) => [tile.id, tile]))
  const now = new Map(after.map((tile) => [tile.id, tile]))
  const kept = [...now].flatMap(([id, tile]): [string, Difference][] => {
    const was = old.get(id)
    const difference = was === undefined ? ADDED : differenceOf(was, tile, changed.has(id))
    return difference ? [[id, own(difference)]] : []
  })
  return {
    before: new Map([...old.keys()].filter((id) => !now.has(id)).map((id) => [id, own(REMOVED)])),
    after: new Map(kept),
  }
}

function differenceOf(was: Tile, is: Tile, isChanged: boolean): Difference | undefined {
  const words = [
    ...(was.parent !== is.parent ? ['moved'] : was.x !== is.x || was.y !== is.y ? ['moved'] : []),
    ...(was.w !== is.w || was.h !== is.h ? ['resized'] : []),
    ...(isChanged ? [CHANGED.word] : []),
  ]
  if (words.length === 0) return undefined
  if (words[0] === CHANGED.word) return CHANGED
  return { kind: 'moved', sign: signOf(was, is), word: words.join(', '), isChanged }
}

function signOf(was: Tile, is: Tile): string {
  const [right, down] = [is.x - was.x, is.y - was.y]
  if (was.parent !== is.parent) return '→'
  if (right === 0 && down === 0) return '='
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? '→' : '←'
  return down > 0 ? '↓' : '↑'
}
