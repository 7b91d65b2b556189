/** A widget as a picture of a dashboard shows it. */
export interface Tile {
  readonly id: string
  readonly label: string
  /** The type of the widget: `CHART`, `TEXT`. */
  readonly type: string
  /** Of a chart, what its report draws: `table`, `kpi`. */
  readonly shows?: string | undefined
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** The container that it sits in, and the tab: `<id>` or `<id> <tab>`. */
  readonly parent?: string | undefined
}

/** Widgets by what they sit in. What sits in nothing that is there is on the page itself. */
export interface Nest {
  readonly top: readonly Tile[]
  readonly inside: (container: Tile) => readonly Tab[]
  /** Widgets that are reached from nowhere: containers that hold each other. */
  readonly lost: readonly Tile[]
}

/** What one tab of a container holds; a container without tabs has one, without a name. */
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
