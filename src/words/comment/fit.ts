import { counted, plural } from '../../content/counted.ts'
import { inMarkdown as escaped, fenced } from '../escape.ts'
import type { Image, Images, Section } from './merge.ts'

export interface Fitted {
  readonly lines: readonly string[]
  /** Says what had to be left out, if anything. */
  readonly left: readonly string[]
}

const NAMES_ROOM = 3_000

/**
 * Fits in as much as there is room for: first the words of every section, then drawings, then text diffs. Sections
 * without room for their words are named, and those without room for a name are counted.
 */
export function fitSections(sections: readonly Section[], room: number): Fitted {
  let free = room - NAMES_ROOM
  const take = (lines: readonly string[]): boolean => {
    const cost = lines.reduce((sum, line) => sum + line.length + 1, 1)
    if (cost > free) return false
    free -= cost
    return true
  }
  const heads = sections.map((section) => ({ section, lines: headLines(section) }))
  const told = heads.filter(({ lines }) => take(lines))
  const isDrawn = ({ drawing, images }: Section): boolean => drawing.length > 0 && images === undefined
  const untold = heads.filter((head) => !told.includes(head)).map(({ section }) => section)
  const withDrawing = new Set(told.filter(({ section }) => isDrawn(section) && take(drawn(section))))
  const diffs = told.map((head) => ({ head, shown: head.section.diffs.filter((diff) => take(['', ...diff])) }))

  const lines = diffs.flatMap(({ head, shown }) => [
    ...head.lines,
    ...(withDrawing.has(head) ? drawn(head.section) : []),
    ...shown.flatMap((diff) => ['', ...diff]),
    '',
  ])
  const drawings = told.filter(({ section }) => isDrawn(section)).length - withDrawing.size
  const texts =
    sections.reduce((sum, { diffs: all }) => sum + all.length, 0) -
    diffs.reduce((sum, { shown }) => sum + shown.length, 0)
  return {
    lines: [...lines, ...(untold.length > 0 ? [`Also: ${sectionNames(untold)}.`, ''] : [])],
    left: [
      ...(untold.length > 0 ? [`the details of ${plural(untold.length, 'object')}`] : []),
      ...(drawings > 0 ? [plural(drawings, 'drawing')] : []),
      ...(texts > 0 ? [plural(texts, 'text difference')] : []),
    ],
  }
}

const ENDINGS: Readonly<Record<Section['action'], string>> = {
  create: ' (new)',
  update: '',
  publish: '',
  delete: ' (deleted)',
}

const headLines = ({ name, action, only, bullets, findings, notices, images }: Section): string[] => [
  `#### ${escaped(name)}${ENDINGS[action]}${only === '' ? '' : ` in ${escaped(only)}`}`,
  ...[...bullets, ...findings, ...notices].map((bullet) => `- ${bullet}`),
  ...(images === undefined ? [] : imageLines(images, ALTS[action])),
]

/** What an image shows, besides its name. */
const ALTS: Readonly<Record<Section['action'], string>> = {
  create: '',
  update: ', before and after',
  publish: ', before and after',
  delete: '',
}

/** The whole is in the open where it shows more than its widgets do. */
export function imageLines({ whole, widgets, hasMoves }: Images, alt: string): string[] {
  const crops = widgets.flatMap((each) => ['', shown(each, alt)])
  if (hasMoves || crops.length === 0) return ['', shown(whole, alt), ...crops]
  return [...crops, '', '<details><summary>The whole dashboard</summary>', '', shown(whole, alt), '', '</details>']
}

const shown = ({ name, url }: Image, alt: string): string => `[![${escaped(name)}${alt}](${url})](${url})`

const drawn = ({ drawing }: Section): string[] => ['', ...fenced('text', drawing)]

export function sectionNames(
  sections: readonly { readonly name: string; readonly action?: Section['action'] }[],
): string {
  const names: string[] = []
  let room = NAMES_ROOM - 100
  for (const { name, action } of sections) {
    const text = `${escaped(name)}${action === undefined ? '' : ENDINGS[action]}`
    room -= text.length + 2
    if (room < 0) break
    names.push(text)
  }
  const more = sections.length - names.length
  return [...names, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join(', ')
}
