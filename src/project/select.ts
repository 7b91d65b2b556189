import { BoardwrightError, nearest } from '@boardwright/common'
import { isBelowAny, matchesGlob } from '../config/scope.ts'
import { type Content, keysIn, placesByKey } from '../content/entity.ts'
import { idIn, isKind, type Key, kindOf } from '../content/kinds.ts'
import { workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { shellWord } from '../content/shell-word.ts'
import { belowContent, CONTENT, MODEL, withoutEnding } from '../serialize/layout.ts'

/**
 * The objects that `--select` matches. A pattern with `/` or `*` is a glob below `content/`. Twelve letters and digits
 * are an id. Anything else is a slug, or else a one-part path. Selecting a workbook includes its reports, and a folder
 * everything in it.
 */
export function selectObjects(
  patterns: readonly string[],
  content: Content,
  places: ReadonlyMap<Key, string>,
): (key: Key) => boolean {
  if (patterns.length === 0) return () => true
  const chosen = new Set<Key>(patterns.flatMap((pattern) => keysFor(pattern, content, places)))
  for (const [key, { workbook }] of placesByKey(content)) {
    if (workbook !== undefined && chosen.has(workbookKey(workbook))) chosen.add(key)
  }
  return (key) => chosen.has(key)
}

function keysFor(pattern: string, content: Content, places: ReadonlyMap<Key, string>): Key[] {
  if (pattern === '') return found([], pattern, content, places)
  if (/[/*]/.test(pattern)) return found(keysAt(pattern, content, places), pattern, content, places)
  const [named, other] = keysIn(content).filter((key) => isNamed(key) && idIn(key) === pattern)
  if (named !== undefined && other !== undefined) {
    const [one, another] = [named, other].map((key) => OBJECTS[kindOf(key)].noun)
    throw new BoardwrightError('USAGE', `--select ${pattern} means a ${one} and a ${another}`, {
      hint: 'Select one of them by its path.',
    })
  }
  return named === undefined ? found(keysAt(pattern, content, places), pattern, content, places) : [named]
}

/** The objects that `--select` names by id, slug or path. `finance/**` names the folder as well. */
export function namedObjects(patterns: readonly string[], places: ReadonlyMap<Key, string>): (key: Key) => boolean {
  const given = new Set(patterns)
  return (key) => {
    const place = withoutEnding(places.get(key) ?? '')
    const paths = [place, belowContent(place)]
    const others = isNamed(key) ? [idIn(key)] : paths.map((path) => `${path}/**`)
    return [...paths, ...others].some((name) => given.has(name))
  }
}

/** Whether an object has this id or slug. Folders and files are matched by path. */
const isNamed = (key: Key): boolean => OBJECTS[kindOf(key)].hasEntries

const keysAt = (pattern: string, content: Content, places: ReadonlyMap<Key, string>): Key[] =>
  keysIn(content).filter((key) => {
    if (isKind(key, 'model')) return isBelowAny([pattern], `${MODEL}/${idIn(key)}`)
    const place = places.get(key) ?? ''
    return [place, belowContent(place)].some(
      (each) => isBelowAny([pattern], each) || matchesGlob(pattern, withoutEnding(each)),
    )
  })

function hintFor(pattern: string, near: string | undefined): string {
  if (near !== undefined) return `Did you mean "${near}"?`
  const several = pattern.split(',').filter((part) => part.trim() !== '')
  if (several.length > 1)
    return `Give the flag once for each: ${several.map((part) => `--select ${shellWord(part.trim())}`).join(' ')}`
  return pattern.includes('\\')
    ? `Write it with "/": ${pattern.replaceAll('\\', '/')}`
    : 'Name a path below content/, a slug, or an id.'
}

function found(keys: Key[], pattern: string, content: Content, places: ReadonlyMap<Key, string>): Key[] {
  if (keys.length > 0) return keys
  const what = pattern === '' ? "--select ''" : `--select ${pattern}`
  throw new BoardwrightError('USAGE', `${what} matches nothing: no object has this path, slug or id`, {
    hint: hintFor(pattern, nearestTo(pattern, content, places)),
  })
}

/** The closest path, id or slug, preferring a path that ends with the pattern. */
function nearestTo(pattern: string, content: Content, places: ReadonlyMap<Key, string>): string | undefined {
  const paths = [...new Set([...places.values()].map((place) => withoutEnding(belowContent(place))))]
  const ids = keysIn(content).filter(isNamed).map(idIn)
  const wanted = pattern.startsWith(`${CONTENT}/`) ? pattern.slice(CONTENT.length + 1) : pattern
  return paths.find((path) => path.endsWith(`/${wanted}`)) ?? nearest(wanted, [...ids, ...paths])
}
