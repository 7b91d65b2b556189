import { isMap } from '@boardwright/common'
import type { FreeForm } from '../../content/model.ts'
import { inQuotes, printableName } from '../../content/printable.ts'
import { gridPlace, isPlace } from './geometry.ts'
import type { ShownNames } from './line.ts'
import { fromTo, fromToQuoted, own, type PathChange, pathChanges, pathName, pathPart, shortValue } from './paths.ts'

/** `widget "Orders"`, by its title or label; otherwise its id with its report or type. */
export function widgetName(id: string, widget: unknown, names: ShownNames): string {
  const title = isMap(widget) ? titleOf(widget) : undefined
  const label = title ?? names.widget(id)
  if (label !== undefined) return `widget ${inQuotes(label)}`
  const report = isMap(widget) ? own(widget, 'report') : undefined
  const shows = typeof report === 'string' ? ` (${names.report(report)})` : ''
  const type = isMap(widget) ? own(widget, 'type') : undefined
  return `widget ${printableName(id)}${shows || (typeof type === 'string' ? ` (${printableName(type)})` : '')}`
}

function titleOf(widget: FreeForm): string | undefined {
  const config = own(widget, 'config')
  const title = isMap(config) ? own(config, 'title') : undefined
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}

/** Facts about an added or removed widget: `row 1, column 1, 4x3`, `shows "Orders"`. */
export function widgetFacts(widget: FreeForm, names: ShownNames): string[] {
  const [position, report] = [own(widget, 'position'), own(widget, 'report')]
  return [
    ...(isPlace(position) ? [gridPlace(position)] : []),
    ...(typeof report === 'string' ? [`shows ${names.report(report)}`] : []),
  ]
}

/** Changes to a widget other than its place. */
export function widgetParts(before: FreeForm, after: FreeForm, names: ShownNames): string[] {
  return pathChanges(before, after)
    .flatMap(insideConfig)
    .flatMap((change) => {
      const [first = '', second] = change.path
      if (first === 'position' || first === 'responsiveLayouts') return []
      if (first === 'report') return [reportPart(change, names)]
      if (first === 'config' && second === 'title' && change.path.length === 2) return [titlePart(change)]
      if (first === 'config') return [configPart(change)]
      return [pathPart(change, pathName(change.path))]
    })
}

/** If `config` as a whole was added or removed, shows its keys one by one. */
function insideConfig(change: PathChange): PathChange[] {
  const { path, before, after } = change
  const only = before ?? after
  if (path.join('.') !== 'config' || (before !== undefined && after !== undefined)) return [change]
  if (!isMap(only) || Object.keys(only).length === 0) return [change]
  return pathChanges(before ?? {}, after ?? {}, path)
}

function reportPart({ before, after }: PathChange, names: ShownNames): string {
  const nameOf = (reference: unknown): string =>
    typeof reference === 'string' ? names.report(reference) : shortValue(reference)
  if (before === undefined) return `shows ${nameOf(after)}`
  if (after === undefined) return `no longer shows ${nameOf(before)}`
  const same = nameOf(before) === nameOf(after)
  return same ? `shows ${fromTo(before, after)}` : `shows ${nameOf(after)} instead of ${nameOf(before)}`
}

function titlePart(change: PathChange): string {
  const { before, after } = change
  if (typeof before === 'string' && typeof after === 'string') return `retitled ${fromToQuoted(before, after)}`
  return pathPart(change, 'title')
}

/** A key of `config` is named as in the file. */
function configPart(change: PathChange): string {
  const keys = change.path.slice(1)
  return pathPart(change, keys.length === 0 ? 'config' : pathName(keys))
}
