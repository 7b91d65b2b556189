import { didYouMean, isMap, nearest } from '@boardwright/common'
import type { FreeForm, Widget } from '../content/model.ts'
import type { PlaceOf, Problem } from '../content/problem.ts'
import type { Members } from './members.ts'

interface Lack {
  readonly message: string
  readonly hint: string
  /** The path below the widget; by default its type. */
  readonly path?: readonly (string | number)[]
  /** Certainly a mistake. What may just be unfinished gets a warning. */
  readonly isError?: true
}

type Lacks = (widget: Widget, given: { readonly widgets: readonly Widget[]; readonly members: Members }) => Lack[]

/** What each type of widget needs so that viewers see more than an empty place. */
const NEEDS: Readonly<Record<Widget['type'], Lacks>> = {
  CHART: ({ id, report }) =>
    report === undefined
      ? [
          {
            message: `widget "${id}" is a CHART, but names no report`,
            hint: 'Add "report": the name of a file of reports/, or its path from the root.',
            isError: true,
          },
        ]
      : [],
  TEXT: ({ id, config }) =>
    TEXT_KEYS.some((key) => isText(config?.[key]))
      ? []
      : [
          {
            message: `widget "${id}" is a TEXT, but says nothing`,
            hint: 'Add its text, as `config: {markdown: TEXT}`, or remove the widget.',
          },
        ],
  FILTER: (widget, { members }) => memberless(widget, 'names no member to filter by', anyOf(members, 'dimension')),
  TIME_GRAIN: (widget, { members }) => memberless(widget, 'names no time dimension', anyOf(members, 'time')),
  FIELD: ({ id, config }, { members }) =>
    isText(config?.['member']) || hasItems(config?.['options'])
      ? strangeChoice(id, config)
      : [
          {
            message: `widget "${id}" is a FIELD, but offers no members`,
            hint: `Add the members to choose from, as \`config: {options: [${anyOf(members, 'measure')}]}\`.`,
          },
        ],
  CONTAINER: emptyHolder,
  PARENT: emptyHolder,
  AI: () => [],
  SPACER: () => [],
  DIVIDER: () => [],
}

/**
 * The widget starts with the selected option, given by its name or the last part of it; otherwise with the first
 * option.
 */
function strangeChoice(id: string, config: FreeForm = {}): Lack[] {
  const { selected, options, member } = config
  if (!isText(selected)) return []
  const offered = (hasItems(options) ? (options as readonly unknown[]) : [member]).filter(isText)
  const names = offered.flatMap((each) => [each, each.split('.').at(-1) ?? each])
  if (names.includes(selected)) return []
  const message = `widget "${id}" begins with "${selected}", which is none of its options`
  const hint = didYouMean(nearest(selected, names), `Write one of these: ${offered.join(', ')}.`)
  return [{ message, hint, path: ['config', 'selected'] }]
}

const TEXT_KEYS = ['markdown', 'text', 'content']

/** Widgets that show nothing, such as a chart without a report. Most may just be unfinished, so they are warnings. */
export const emptyWidgets = (widgets: readonly Widget[], members: Members, placeOf: PlaceOf): (Problem & Of)[] =>
  widgets.flatMap((widget, index) =>
    (Object.hasOwn(NEEDS, widget.type) ? NEEDS[widget.type](widget, { widgets, members }) : []).map(
      ({ message, hint, path = ['type'], isError }) => {
        return {
          kind: 'SCHEMA',
          ...placeOf(['widgets', index, ...path]),
          message,
          hint,
          of: widget.id,
          ...(isError ? {} : { warning: true }),
        }
      },
    ),
  )
type Of = { readonly of: string }

function memberless({ id, type, config }: Widget, lacks: string, example: string): Lack[] {
  if (isText(config?.['member'])) return []
  const hint = `Add the member, as \`config: {member: ${example}}\`, or remove the widget.`
  return [{ message: `widget "${id}" is a ${type}, but ${lacks}`, hint }]
}

function emptyHolder({ id, type, config }: Widget, { widgets }: { readonly widgets: readonly Widget[] }): Lack[] {
  const inside = widgets.filter((each) => each.config?.['parentId'] === id)
  if (inside.length === 0) {
    const hint = `Put \`parentId: ${id}\` into the config of each widget that belongs there, or remove it.`
    return [{ message: `widget "${id}" is a ${type}, but holds no widgets`, hint }]
  }
  const tabs = tabsOf(config)
  // Widgets that name none of the tabs appear in the first.
  const named = inside.map(({ config: own }) => String(own?.['tabId'] ?? ''))
  const first = tabs[0]?.['id']
  const isUsed = (tab: unknown): boolean =>
    named.includes(String(tab)) ||
    (tab === first && named.some((name) => tabs.every(({ id: each }) => String(each) !== name)))
  return tabs.flatMap((tab, index): Lack[] => {
    const name = tab['id'] ?? index
    if (isUsed(name)) return []
    const hint = `Put \`tabId: ${name}\` into the config of each widget that belongs there, or remove the tab.`
    return [
      {
        message: `tab "${tab['title'] ?? name}" of widget "${id}" holds no widgets`,
        hint,
        path: ['config', 'tabs', index],
      },
    ]
  })
}

const tabsOf = (config: FreeForm | undefined): readonly FreeForm[] =>
  config?.['layout'] === 'tabs' && Array.isArray(config['tabs']) ? config['tabs'].filter(isMap) : []

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** A member of this tree, so that the hint can be copied; a placeholder if the data model is not known. */
export function anyOf(members: Members, what: 'dimension' | 'measure' | 'time'): string {
  const form = what === 'measure' ? 'CUBE.MEASURE' : 'CUBE.DIMENSION'
  if (!members.known) return form
  const { facts, hidden } = members
  const isIt = (name: string): boolean => {
    const { list, type } = facts.get(name) ?? {}
    if (what === 'measure') return list === 'measures'
    return list === 'dimensions' && type === (what === 'time' ? 'time' : 'string') && !IS_ID.test(name)
  }
  const isHidden = (name: string): boolean => hidden.has(name) || hidden.has(name.split('.')[0] ?? '')
  return [...facts.keys()].find((name) => isIt(name) && !isHidden(name)) ?? form
}
const IS_ID = /[._]id$/
