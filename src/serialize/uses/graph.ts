import { idIn, isKind } from '../../content/kinds.ts'
import { isMap } from '../../content/model.ts'
import { usesInSql } from '../../content/uses.ts'
import type { Place } from '../../errors.ts'
import { type Placed, readAllDocuments } from '../all-documents.ts'
import type { TreeFiles } from '../documents.ts'
import type { Model } from '../model/definitions.ts'
import { createAddresses } from '../references.ts'
import { indexUses, type UsesIndex } from './index-uses.ts'
import type { Use } from './use.ts'

/** What uses what. A node is a member, a cube, a view, or a file of content. */
export interface Edge {
  readonly by: string
  readonly uses: string
  readonly how: Use['how'] | 'member' | 'inherited' | 'included' | 'shown' | 'SQL, not checked'
  readonly at?: Required<Place>
  readonly widget?: string
}

export interface UsesGraph extends Pick<UsesIndex, 'model' | 'unread' | 'unreadSql'> {
  readonly usersOf: (name: string) => readonly Edge[]
  readonly usedBy: (name: string) => readonly Edge[]
  /** Every file of content that can be asked for. */
  readonly documents: ReadonlySet<string>
}

/** `more` are names of cubes and views that the data model no longer has. */
export function createGraph(files: TreeFiles, more: readonly string[] = []): UsesGraph {
  const { model, uses, unread, unreadSql } = indexUses(files, more)
  const { placed } = readAllDocuments(files)
  const edges = distinct([
    ...uses.flatMap(({ how, name, by, at, widget }): Edge[] =>
      how === 'definition' || by === name
        ? []
        : [{ by, uses: name, how, at, ...(widget === undefined ? {} : { widget }) }],
    ),
    ...repeated(model),
    ...shown(placed),
  ])
  const isUnread = new Set(unreadSql.map(({ file }) => file))
  const sqls = placed.flatMap(({ document: { sides, file, value }, prefix }) => {
    const text = sides['sql']?.text ?? (isMap(value) ? value['sql'] : undefined)
    const by = `${prefix}${file}`
    return typeof text === 'string' && isUnread.has(by) ? [{ by, text }] : []
  })
  const inSql = (name: string): Edge[] =>
    isName(model, name)
      ? sqls.flatMap(({ by, text }) =>
          usesInSql(text, name) ? [{ by, uses: name, how: 'SQL, not checked' as const }] : [],
        )
      : []
  const [downwards, upwards] = [grouped(edges, ({ uses }) => uses), grouped(edges, ({ by }) => by)]
  return {
    model,
    unread,
    unreadSql,
    usersOf: (name) => [...(downwards.get(name) ?? []), ...inSql(name)],
    usedBy: (name) => upwards.get(name) ?? [],
    documents: new Set(placed.map(({ document, prefix }) => `${prefix}${document.file}`)),
  }
}

const isName = ({ owners }: Model, name: string): boolean => owners.has(name.split('.')[0] ?? '')

/** Members belong to their cube or view, and repeat those that they inherit or include. */
const repeated = ({ members, owners }: Model): Edge[] =>
  [...members.values()].flatMap((all) =>
    [...all.values()].flatMap(({ owner, name, of, written }): Edge[] => {
      const by = `${owner}.${name}`
      const how = owners.get(owner)?.kind === 'view' ? 'included' : 'inherited'
      return [
        ...(written ? [{ by, uses: owner, how: 'member' as const }] : []),
        ...(of === undefined ? [] : [{ by, uses: of, how } as const]),
      ]
    }),
  )

/** Reports are shown on dashboards. */
function shown(placed: readonly Placed[]): Edge[] {
  const reports = placed.flatMap(({ document: { file, value }, prefix }) =>
    prefix === '' && isMap(value) && typeof value['id'] === 'string' ? [{ id: file, file }] : [],
  )
  const addresses = createAddresses(reports)
  return placed.flatMap(({ document: { file, value, placeOf }, prefix }) => {
    const widgets: unknown[] = isMap(value) && Array.isArray(value['widgets']) ? value['widgets'] : []
    return widgets.flatMap((widget, index): Edge[] => {
      if (!isMap(widget)) return []
      const names = [widget['report'], ...(Array.isArray(widget['reports']) ? widget['reports'] : [])]
      return names.flatMap((name): Edge[] => {
        const reference = typeof name === 'string' ? addresses.resolve(name, file) : undefined
        const uses = reference !== undefined && isKind(reference, 'report') ? idIn(reference) : undefined
        const { length: _, ...at } = placeOf(['widgets', index, name === widget['report'] ? 'report' : 'reports'])
        const place = { ...at, file: `${prefix}${file}` } as Required<Place>
        return uses === undefined
          ? []
          : [{ by: `${prefix}${file}`, uses, how: 'shown', at: place, widget: String(widget['id']) }]
      })
    })
  })
}

function grouped(edges: readonly Edge[], keyOf: (edge: Edge) => string): Map<string, Edge[]> {
  const groups = new Map<string, Edge[]>()
  for (const edge of edges) {
    const group = groups.get(keyOf(edge))
    if (group) group.push(edge)
    else groups.set(keyOf(edge), [edge])
  }
  return groups
}

/** A view names what it includes; that its member is that of the cube says more. */
function distinct(edges: readonly Edge[]): Edge[] {
  const included = new Set(
    edges.filter(({ how }) => how === 'included').map(({ by, uses }) => `${by.split('.')[0]} ${uses}`),
  )
  return edges.filter(({ by, uses, how }) => how !== 'view' || !included.has(`${by} ${uses}`))
}
