/** A widget in a picture of a dashboard. */
export interface Tile {
  readonly id: string
  readonly label: string
  readonly type: string
  /** For a chart, how its report is drawn, such as `table` or `kpi`. */
  readonly shows?: string | undefined
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** Its container and tab: `<id>` or `<id> <tab>`. */
  readonly parent?: string | undefined
}

/** Widgets by container. Those without an existing container are on the page itself. */
export interface Nest {
  readonly top: readonly Tile[]
  readonly inside: (container: Tile) => readonly Tab[]
  /** Unreachable widgets: containers that contain each other. */
  readonly lost: readonly Tile[]
}

/** The contents of one tab; a container without tabs has one unnamed tab. */
export interface Tab {
  readonly name: string
  readonly tiles: readonly Tile[]
}

const isDrawable = ({ x, y, w, h }: Tile): boolean => [x, y, w, h].every(Number.isFinite)

export function nestOf(all: readonly Tile[]): Nest {
  const tiles = all.filter(isDrawable)
  const byId = new Map(tiles.map((tile) => [tile.id, tile]))
  const holderOf = ({ parent }: Tile): Tile | undefined => {
    if (parent === undefined) return undefined
    return byId.get(parent) ?? byId.get(parent.slice(0, Math.max(0, parent.indexOf(' '))))
  }
  const held = new Map<Tile, Tile[]>()
  const top: Tile[] = []
  for (const tile of tiles) {
    const holder = holderOf(tile)
    if (holder === undefined) top.push(tile)
    else held.set(holder, [...(held.get(holder) ?? []), tile])
  }
  const reached = new Set<Tile>()
  const reach = (tile: Tile): void => {
    if (reached.has(tile)) return
    reached.add(tile)
    for (const inner of held.get(tile) ?? []) reach(inner)
  }
  for (const tile of top) reach(tile)
  return {
    top,
    inside: (container) => tabsOf(container, held.get(container) ?? []),
    lost: tiles.filter((tile) => !reached.has(tile)),
  }
}

function tabsOf({ id }: Tile, tiles: readonly Tile[]): Tab[] {
  const tabs = new Map<string, Tile[]>()
  for (const tile of tiles) {
    const name = (tile.parent ?? '').slice(id.length).trim()
    tabs.set(name, [...(tabs.get(name) ?? []), tile])
  }
  return [...tabs].map(([name, inner]) => ({ name, tiles: inner }))
}
