import { isMap, lazy, type Place } from '@boardwright/common'
import type { Model } from '@boardwright/platform/model'
import type { DocumentKind } from '../../content/files.ts'
import { groupBy } from '../../content/group-by.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import { askedForIn, filesById } from '../../serialize/app-code.ts'
import type { Placed } from '../../serialize/locate.ts'
import { createAddresses } from '../../serialize/references.ts'
import type { NamedUse } from './content-uses.ts'
import { namesOfContent, type UseSources, type UsesIndex, unreadIn, usesOfModel } from './index-uses.ts'
import { onlyThese, type Use } from './use.ts'

/** What uses what. A node is a member, a cube, a view, or a file of content. */
export interface Edge {
  readonly by: string
  readonly uses: string
  readonly how: Use['how'] | 'member' | 'inherited' | 'included' | 'shown' | 'SQL, not checked'
  readonly at?: Required<Place> | undefined
  readonly widget?: string
}

export interface UsesGraph extends Pick<UsesIndex, 'model' | 'unread' | 'unreadSql'> {
  readonly usersOf: (name: string) => readonly Edge[]
  readonly usedBy: (name: string) => readonly Edge[]
  /** Files of content. */
  readonly documents: ReadonlyMap<string, DocumentKind>
}

export const documentsIn = ({ documents }: UseSources): ReadonlySet<string> =>
  new Set(documents().placed.map(({ document, prefix }) => `${prefix}${document.file}`))

/**
 * What uses these names and files, and what they use. `more` lists cubes and views that the data model no longer has.
 */
export function createGraph(sources: UseSources, asked: readonly string[], more: readonly string[] = []): UsesGraph {
  const { model } = sources
  const ofModel = distinct([...usesOfModel(sources).flatMap(edgeOf), ...repeated(model)])
  const wanted = onlyThese(reachedFrom(asked, ofModel))
  const isOfModel = asked.every((name) => isName(model, name) || more.includes(name.split('.')[0] ?? ''))
  const { placed, broken } = isOfModel ? sources.documentsNaming(wanted) : sources.documents()
  const onDashboards = shown(placed)
  // A question about a dashboard includes its reports.
  const files = onDashboards.flatMap(({ by, uses }) => (asked.includes(by) ? [uses] : []))
  const reached = files.length === 0 ? wanted : onlyThese(reachedFrom([...asked, ...files], ofModel))
  const { names, unreadSql } = namesOfContent(sources, placed, more, reached)
  const edges = [...ofModel, ...names.map(edgeFrom), ...onDashboards]
  const inSql = (name: string): Edge[] =>
    isName(model, name)
      ? unreadSql.flatMap(({ file, mayUse }) =>
          mayUse(name) ? [{ by: file, uses: name, how: 'SQL, not checked' as const }] : [],
        )
      : []
  const [downwards, upwards] = [groupBy(edges, ({ uses }) => uses), groupBy(edges, ({ by }) => by)]
  return {
    model,
    unread: [...unreadIn(sources), ...broken.map((file) => ({ file, because: `${file} cannot be read` }))],
    unreadSql,
    usersOf: (name) => [...(downwards.get(name) ?? []), ...inSql(name)],
    usedBy: (name) => upwards.get(name) ?? [],
    documents: new Map(placed.map(({ document: { file, kind }, prefix }) => [`${prefix}${file}`, kind])),
  }
}

const edgeOf = ({ how, name, by, at, widget }: Use): Edge[] =>
  how === 'definition' || by === name ? [] : [{ by, uses: name, how, at, ...(widget === undefined ? {} : { widget }) }]

const edgeFrom = ({ by, name, how, widget, use }: NamedUse): Edge => ({
  ...{ by, uses: name, how, ...(widget === undefined ? {} : { widget }) },
  get at() {
    return use()?.at
  },
})

/** The names, and all members made of them. */
function reachedFrom(names: readonly string[], edges: readonly Edge[]): ReadonlySet<string> {
  const users = groupBy(edges, ({ uses }) => uses)
  const reached = new Set(names)
  for (const name of reached) for (const { by } of users.get(name) ?? []) reached.add(by)
  return reached
}

const isName = ({ owners }: Model, name: string): boolean => owners.has(name.split('.')[0] ?? '')

/** Members belong to their cube or view, and repeat the members that they inherit or include. */
const repeated = ({ members, owners }: Model): Edge[] =>
  [...members.values()].flatMap((all) =>
    [...all.values()].flatMap(({ owner, name, of }): Edge[] => {
      const by = `${owner}.${name}`
      const how = owners.get(owner)?.kind === 'view' ? 'included' : 'inherited'
      return [
        { by, uses: owner, how: 'member' as const },
        ...(of === undefined ? [] : [{ by, uses: of, how } as const]),
      ]
    }),
  )

/** Reports are shown on dashboards: by widgets, or by code that asks for them. */
function shown(placed: readonly Placed[]): Edge[] {
  const reports = placed.flatMap(({ document: { file, value }, prefix }) =>
    prefix === '' && isMap(value) && typeof value['id'] === 'string' ? [{ id: file, file }] : [],
  )
  const addresses = createAddresses(reports)
  const ids = filesById(placed)
  return placed.flatMap((each) => {
    const { document, prefix } = each
    const { file, value, placeOf } = document
    const asked = askedForIn(each, (word) => ids.has(word)).map(
      ({ id, at }): Edge => ({ by: `${prefix}${file}`, uses: ids.get(id) ?? id, how: 'shown', at }),
    )
    const widgets: unknown[] = isMap(value) && Array.isArray(value['widgets']) ? value['widgets'] : []
    const onWidgets = widgets.flatMap((widget, index): Edge[] => {
      if (!isMap(widget)) return []
      const names = [widget['report'], ...(Array.isArray(widget['reports']) ? widget['reports'] : [])]
      return names.flatMap((name): Edge[] => {
        const reference = typeof name === 'string' ? addresses.resolve(name, file) : undefined
        const uses = reference !== undefined && isKind(reference, 'report') ? idIn(reference) : undefined
        const by = `${prefix}${file}`
        const path = ['widgets', index, name === widget['report'] ? 'report' : 'reports']
        const place = lazy((): Required<Place> => {
          const { line = 1, column = 1 } = placeOf(path).at
          return { file: by, line, column }
        })
        return uses === undefined
          ? []
          : [
              {
                ...{ by, uses, how: 'shown', widget: String(widget['id']) },
                get at() {
                  return place()
                },
              },
            ]
      })
    })
    return [...asked, ...onWidgets]
  })
}

/** Drops a view's edges to what it includes, because the edges from its members to the cube's members say more. */
function distinct(edges: readonly Edge[]): Edge[] {
  const included = new Set(
    edges.filter(({ how }) => how === 'included').map(({ by, uses }) => `${by.split('.')[0]} ${uses}`),
  )
  return edges.filter(({ by, uses, how }) => how !== 'view' || !included.has(`${by} ${uses}`))
}
