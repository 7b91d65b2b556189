import { idIn, isKind } from '../../content/kinds.ts'
import { inQuotes } from '../../content/printable.ts'
import { isMissing } from '../../content/references.ts'
import type { CommonPlan } from '../../plan/plan-file.ts'

/** A difference in words. Renderers only lay it out and style it. */
export type Mark = '+' | '-' | '~'

export interface Line {
  readonly mark: Mark
  /** What changed: `query`, `widget "Orders"`. Like `parts` and `aside`, it is one line without control characters. */
  readonly subject: string
  /** How it changed, one edit per part: `+ measure orders.count`. */
  readonly parts: readonly string[]
  /** Context, such as `also on md`. */
  readonly aside?: string | undefined
  readonly diff?: TextDiff | undefined
}

/** A text diff. Its lines are raw: whoever prints them must escape them. */
export interface TextDiff {
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

export interface Hunk {
  /** Position in the new text: first line and number of lines. */
  readonly at: readonly [line: number, lines: number]
  readonly lines: readonly { readonly mark: '+' | '-' | ' '; readonly text: string }[]
}

export const markOf = (before: unknown, after: unknown): Mark =>
  before === undefined ? '+' : after === undefined ? '-' : '~'

/** The parts, with a mark unless a word already says the same. */
export const markedParts = ({ mark, parts }: Line): string[] =>
  mark === '~'
    ? [...parts]
    : parts.map((part) => (/^(?:[+-] |added\b|removed\b)/.test(part) ? part : `${mark} ${part}`))

/** Display names for the ids that values contain. */
export interface ShownNames {
  /** A report that a widget shows: `report/<id>`, `id:<id>` or `missing(...)`. */
  readonly report: (reference: string) => string
  /** A widget by id, if its name is known. */
  readonly widget: (id: string) => string | undefined
}

export const NO_NAMES: ShownNames = { report: (reference) => bareReport(reference), widget: () => undefined }

function bareReport(reference: string): string {
  if (isKind(reference, 'report')) return `report ${inQuotes(idIn(reference))}`
  return isMissing(reference) ? 'a deleted report' : inQuotes(reference)
}

export function namesIn(plan: CommonPlan): ShownNames {
  const all = [...plan.left, ...plan.held, ...plan.objects]
  const titles = new Map<string, string>([
    ...all.flatMap(({ names = {} }) => Object.entries(names)),
    ...all.map(({ key, title }): [string, string] => [key, title.at(-1) ?? '']),
  ])
  return {
    report: (reference) => {
      const title = titles.get(reference)
      return title === undefined ? bareReport(reference) : inQuotes(title)
    },
    widget: () => undefined,
  }
}

/** The same, plus the labels of a drawing. */
export function withLabels(names: ShownNames, drawing: CommonPlan['objects'][number]['drawing']): ShownNames {
  if (drawing === undefined) return names
  const labels = new Map([...drawing.before, ...drawing.after].map(({ id, label }) => [id, label]))
  return { ...names, widget: (id) => labels.get(id) || names.widget(id) }
}

/** The same, plus the plan's names for the widgets of one dashboard. */
export const namesFor = (
  names: ShownNames,
  { names: own }: { readonly names?: CommonPlan['objects'][number]['names'] },
): ShownNames =>
  own === undefined
    ? names
    : { ...names, widget: (id) => (Object.hasOwn(own, `widget ${id}`) ? own[`widget ${id}`] : names.widget(id)) }
