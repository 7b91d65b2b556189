import type { Edge } from '../check/impact.ts'
import { groupBy } from '../content/group-by.ts'
import { printableName } from '../content/printable.ts'

/** A name, what is said of it, and what stands below it. */
export interface Branch {
  readonly name: string
  readonly told: readonly string[]
  readonly path?: string | undefined
  readonly below: readonly Branch[]
}

export interface HowShown {
  readonly hasPlaces: boolean
  /** What people call a dashboard or a report, by its file. */
  readonly titles: ReadonlyMap<string, string>
  readonly dashboards: ReadonlySet<string>
  /** Which has no room for the same folders again and again. Elsewhere each path is whole, and can be searched for. */
  readonly isTerminal: boolean
}

/** What a name is made of. Each is expanded only the first time it occurs, and cubes come after members. */
export const madeOfTree = (of: string, edges: readonly Edge[], shown: HowShown): Branch[] =>
  expanded(of, edges, ({ by, uses }) => [by, uses], shown)

/** What uses a name: the members that are built on it, then each dashboard with its reports, then other reports. */
export function usedByTree(of: string, edges: readonly Edge[], shown: HowShown): Branch[] {
  const [ofModel, ofContent] = [edges.filter(({ by }) => isMember(by)), edges.filter(({ by }) => !isMember(by))]
  const uses = groupBy(ofContent, ({ by }) => by)
  const dashboards = [...uses].filter(([file]) => shown.dashboards.has(file)).sort(([a], [b]) => (a < b ? -1 : 1))
  const onDashboards = new Set(dashboards.flatMap(([, own]) => own.map(({ uses: used }) => used)))
  const document = (file: string, own: readonly Edge[], inside: string, below: readonly Branch[] = []): Branch => {
    const told = own.length > 0 && own.every(({ how }) => how === 'SQL, not checked') ? ['SQL, not checked'] : []
    return { ...called(file, inside, shown), ...(shown.hasPlaces ? placesOf(own) : { told }), below }
  }
  return [
    ...expanded(of, ofModel, ({ by, uses: used }) => [used, by], shown),
    ...dashboards.map(([file, own]) => {
      const reports = groupBy(
        own.filter(({ uses: used }) => !isMember(used) && used !== of),
        ({ uses: used }) => used,
      )
      const below = [...reports].map(([report, places]) =>
        document(report, [...(uses.get(report) ?? []), ...places], folderOf(file)),
      )
      return document(
        file,
        own.filter(({ uses: used }) => !reports.has(used)),
        '',
        below,
      )
    }),
    ...[...uses].flatMap(([file, own]) =>
      onDashboards.has(file) || shown.dashboards.has(file) ? [] : [document(file, own, '')],
    ),
  ]
}

function expanded(
  start: string,
  edges: readonly Edge[],
  ends: (edge: Edge) => readonly [above: string, below: string],
  shown: HowShown,
): Branch[] {
  const groups = groupBy(edges, (edge) => ends(edge)[0])
  const seen = new Set<string>()
  const below = (name: string): Branch[] => {
    if (seen.has(name)) return []
    seen.add(name)
    const uses = [...groupBy(groups.get(name) ?? [], (edge) => ends(edge)[1])]
    const inOrder = uses.toSorted(([one], [other]) => Number(other.includes('.')) - Number(one.includes('.')))
    return inOrder.map(([each, own]) => ({
      ...called(each, '', shown),
      ...(shown.hasPlaces ? placesOf(own) : { told: [...new Set(own.map(({ how }) => how))] }),
      below: below(each),
    }))
  }
  return below(start)
}

/** A document by its title, with its path from the folder that it stands in. */
function called(name: string, inside: string, { titles, isTerminal }: HowShown): Pick<Branch, 'name' | 'path'> {
  const title = titles.get(name)
  if (title === undefined) return { name }
  return { name: printableName(title), path: isTerminal && name.startsWith(inside) ? name.slice(inside.length) : name }
}

/** How and where. A place has its whole path, so that a terminal can open it. */
function placesOf(edges: readonly Edge[]): Pick<Branch, 'told' | 'path'> {
  const told = edges.map(({ how, at }) => (at === undefined ? how : `${at.file}:${at.line}:${at.column} ${how}`))
  return edges.some(({ at }) => at !== undefined) ? { told, path: undefined } : { told }
}

const isMember = (name: string): boolean => /^\w+(\.\w+)?$/.test(name)

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)
