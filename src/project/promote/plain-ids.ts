import { matchesAny } from '../../config/scope.ts'
import { fillSpots, type VariableUse } from '../../config/variables.ts'
import { appFile } from '../../content/files.ts'
import { publicIdsIn } from '../../content/identity.ts'
import { isKind } from '../../content/kinds.ts'
import type { Problem, ProblemPlace } from '../../content/problem.ts'
import { type Document, type TreeDocument, wholeDocument } from '../../serialize/documents.ts'
import type { TargetTree } from '../local/render.ts'

export type KnownIds = Pick<ReadonlySet<string>, 'has'>

interface Identified {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
}

/** All public ids that report files contain. */
export const writtenIds = (reports: readonly Identified[]): ReadonlySet<string> =>
  new Set(reports.flatMap(({ id, ids = {} }) => [id, ...Object.values(ids)]))

/** A tree rendered for a target. */
export interface TargetView {
  readonly overlays: TargetTree['overlays']
  readonly tree: TargetTree['tree']
  readonly rendering: { readonly interpolate: TargetTree['rendering']['interpolate'] }
}

/**
 * App sources that would mean something else in another target: they name a report by public id, or use a variable in a
 * file that `interpolate` does not list.
 */
export function plainIds(
  dashboards: readonly TreeDocument[],
  ids: KnownIds,
  { tree, overlays, rendering }: TargetView,
): Problem[] {
  return dashboards.flatMap((document) =>
    textsOf(wholeDocument(document), overlays.get(document.file)).flatMap(({ text, source, at }) => {
      const isListed = matchesAny(rendering.interpolate, source)
      const spots = fillSpots(text, { variables: {}, reportId: () => undefined }).missing
      const unfilled = isListed ? [] : spots.filter(({ kind, name }) => kind === 'var' || isReport(name, document.file))
      return [
        ...unfilled.map(
          ({ token, index }): Problem => ({
            kind: 'VARIABLE_LITERAL',
            ...at(index, token.length),
            message: `${token} is sent literally: ${source} is not listed under \`interpolate\``,
            warning: true,
          }),
        ),
        ...idsIn(blanked(text, isListed ? spots : unfilled), ids, at),
      ]
    }),
  )

  function isReport(name: string, file: string): boolean {
    const found = tree.addresses.resolve(name, file)
    return isKind(found, 'report')
  }
}

/** Blanks out parts of the text, keeping all offsets. */
function blanked(text: string, spots: readonly VariableUse[]): string {
  let [blank, done] = ['', 0]
  for (const { index, token } of spots) {
    blank += text.slice(done, index) + ' '.repeat(token.length)
    done = index + token.length
  }
  return blank + text.slice(done)
}

interface Text {
  readonly text: string
  /** The app file that `interpolate` may list. */
  readonly source: string
  readonly at: (index: number, length: number) => ProblemPlace
}

/** An overlay's own text replaces the one below it. */
function textsOf(document: Document, overlay: Document | undefined): readonly Text[] {
  const texts = [document, ...(overlay ? [overlay] : [])].flatMap((each) => ownTexts(each, document.file))
  return [...new Map(texts.map((text) => [text.source, text])).values()]
}

function ownTexts({ file, value, sides, placeOf }: Document, base: string): Text[] {
  const inline = (value as { app?: { files?: Record<string, unknown> } } | null)?.app?.files ?? {}
  return [
    ...Object.entries(sides).map(
      ([name, side]): Text => ({
        text: side.text,
        source: appFile(base, name),
        at: (index, length) => placeIn(side, index, length),
      }),
    ),
    ...Object.entries(inline).flatMap(([name, text]): Text[] => {
      if (typeof text !== 'string') return []
      const { at, length } = placeOf(['app', 'files', name], 'key')
      return [{ text, source: appFile(base, name), at: () => ({ at: { ...at, file }, length }) }]
    }),
  ]
}

function placeIn({ file, text }: { file: string; text: string }, index: number, length: number) {
  const before = text.slice(0, index)
  return { at: { file, line: before.split('\n').length, column: index - before.lastIndexOf('\n') }, length }
}

const idsIn = (text: string, ids: KnownIds, at: Text['at']): Problem[] =>
  publicIdsIn(text)
    .filter(([id]) => ids.has(id))
    .map(({ 0: id, index }) => ({
      kind: 'PLAIN_ID',
      ...at(index, id.length),
      message: `${id} is the public id of a report of this tree, as plain text`,
      warning: true,
    }))
