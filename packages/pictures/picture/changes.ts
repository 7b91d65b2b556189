/** A widget as a box on the grid. */
export interface Box {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly parent?: string | undefined
}

export interface Drawing {
  readonly columns: number
  readonly before: readonly Box[]
  readonly after: readonly Box[]
}

/** Marks of boxes: the direction of a move, or another change. */
export const NEW = '*'
export const RESIZED = '='
export const REMOVED = 'x'

/** Boxes outside containers. Containers draw the boxes inside them. */
export const topLevel = (boxes: readonly Box[]): Box[] => boxes.filter(({ parent }) => parent === undefined)

export interface Marks {
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

export function marksOf({ before, after }: Drawing): Marks {
  const old = new Map(topLevel(before).map((box) => [box.id, box]))
  const now = new Map(topLevel(after).map((box) => [box.id, box]))
  return {
    before: new Map([...old.keys()].filter((id) => !now.has(id)).map((id) => [id, REMOVED])),
    after: new Map(
      [...now].flatMap(([id, box]) => {
        const mark = markOf(old.get(id), box)
        return mark === undefined ? [] : [[id, mark] as const]
      }),
    ),
  }
}

function markOf(before: Box | undefined, after: Box): string | undefined {
  if (before === undefined) return NEW
  const right = after.x - before.x
  const down = after.y - before.y
  if (right === 0 && down === 0) return before.w === after.w && before.h === after.h ? undefined : RESIZED
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? '>' : '<'
  return down > 0 ? 'v' : '^'
}
