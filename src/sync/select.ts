import { isBelowAny, matchesGlob } from '../config/scope.ts'
import { type Content, folderKey, type Key, modelKey, reportKey, workbookKey } from '../content/model.ts'
import { nearest } from '../content/nearest.ts'
import { BoardwrightError } from '../errors.ts'
import { CONTENT, MODEL } from '../serialize/layout.ts'

/**
 * Which objects a `--select` means: with `/` or `*` a glob below `content/`, 12 letters and digits an id, else a slug; a
 * path of one part, where nothing is called so. A workbook brings its reports, a folder all that is in it.
 */
export function selectObjects(
  patterns: readonly string[],
  content: Content,
  places: ReadonlyMap<Key, string>,
): (key: Key) => boolean {
  if (patterns.length === 0) return () => true
  const chosen = new Set<Key>(patterns.flatMap((pattern) => keysFor(pattern, content, places)))
  for (const { id, place } of content.reports) {
    if (place.workbook !== undefined && chosen.has(workbookKey(place.workbook))) chosen.add(reportKey(id))
  }
  return (key) => chosen.has(key)
}

function keysFor(pattern: string, content: Content, places: ReadonlyMap<Key, string>): Key[] {
  if (/[/*]/.test(pattern)) return found(keysAt(pattern, content, places), pattern, content)
  const report = content.reports.filter(({ id }) => id === pattern).map(({ id }) => reportKey(id))
  const workbook = content.workbooks.filter(({ slug }) => slug === pattern).map(({ slug }) => workbookKey(slug))
  if (report.length > 0 && workbook.length > 0) {
    throw new BoardwrightError('USAGE', `--select ${pattern} is the id of a report and the slug of a workbook`, {
      hint: 'Select one of them by its path.',
    })
  }
  const named = [...report, ...workbook]
  return named.length > 0 ? named : found(keysAt(pattern, content, places), pattern, content)
}

function keysAt(pattern: string, content: Content, places: ReadonlyMap<Key, string>): Key[] {
  const inContent = allKeys(content).filter((key) => {
    const place = (places.get(key) ?? '').slice(CONTENT.length + 1)
    return isBelowAny([pattern], place) || matchesGlob(pattern, place.replace(FILE_ENDING, ''))
  })
  const inModel = content.model
    .filter(({ path }) => isBelowAny([pattern], `${MODEL}/${path}`))
    .map(({ path }) => modelKey(path))
  return [...inContent, ...inModel]
}

/** Few people type it. */
const FILE_ENDING = /(\.report)?\.yaml$/

const allKeys = (content: Content): Key[] => [
  ...content.folders.map(({ path }) => folderKey(path)),
  ...content.workbooks.map(({ slug }) => workbookKey(slug)),
  ...content.reports.map(({ id }) => reportKey(id)),
]

function found(keys: Key[], pattern: string, content: Content): Key[] {
  if (keys.length > 0) return keys
  const near = nearest(pattern, [...content.workbooks.map(({ slug }) => slug), ...content.reports.map(({ id }) => id)])
  throw new BoardwrightError('USAGE', `--select ${pattern} means nothing: no object has this path, slug or id`, {
    hint: near === undefined ? 'Name a path below content/, a slug, or an id.' : `Did you mean "${near}"?`,
  })
}
