import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import { isMap, textAt } from '../data/free.ts'
import { type Nested, tabsOf } from '../layout/nest.ts'

/** The name of each type of widget, for people. */
const TITLES: Readonly<Record<string, string>> = {
  CHART: 'Chart',
  TEXT: 'Text',
  FILTER: 'Filter',
  TIME_GRAIN: 'Time grain',
  FIELD: 'Field',
  AI: 'AI summary',
  DIVIDER: 'Divider',
  SPACER: 'Spacer',
  CONTAINER: 'Container',
  PARENT: 'Container',
  TABS_CONTAINER: 'Container',
}

/** Types that are shown without a box. */
const BARE = new Set(['TEXT', 'DIVIDER', 'SPACER'])

export const isBare = ({ type }: SceneWidget): boolean => BARE.has(type)

export function reportOf({ report, config }: SceneWidget, scene: Scene): SceneReport | undefined {
  const named = report ?? (isMap(config) && config['reportId'] != null ? String(config['reportId']) : undefined)
  return named !== undefined && Object.hasOwn(scene.reports, named) ? scene.reports[named] : undefined
}

/** Reports whose files cannot be read are known by their files alone. */
export const whyNoReport = (named: string): string =>
  named === ''
    ? 'This chart names no report.'
    : named.endsWith('.yaml')
      ? `${named.replace(/^report\//, '')} cannot be read.`
      : `The report “${named}” is not there.`

export function nameOf({ id, type, config }: SceneWidget, report: SceneReport | undefined): string {
  const label = type === 'TEXT' ? firstWords(textAt(config, 'markdown')) : undefined
  return textAt(config, 'title') ?? report?.title ?? report?.name ?? label ?? `${TITLES[type] ?? type} ${id}`
}

const firstWords = (markdown: string | undefined): string | undefined => {
  const line = markdown
    ?.split('\n')
    .map((each) =>
      each
        .replaceAll(/<[^<>]*>|[#*_`>|-]+/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .find((each) => each !== '')
  return line === undefined ? undefined : line.length > 60 ? `${line.slice(0, 60)}…` : line
}

export interface Heading {
  readonly subtitle: string | undefined
}

/** The displayed title. A title of null means none, and a folding container shows its own name. */
export function headingOf({ widget }: Nested): Heading | undefined {
  const own = isMap(widget.config) ? widget.config['title'] : undefined
  const isFolding = isMap(widget.config) && typeof widget.config['collapsed'] === 'boolean'
  const isTitled = textAt(widget.config, 'title') !== undefined || (widget.type === 'CHART' && own === undefined)
  if (!isTitled || (isFolding && tabsOf(widget).length === 0) || widget.type === 'SPACER') return undefined
  return { subtitle: textAt(widget.config, 'subtitle') }
}
