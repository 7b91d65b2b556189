import { objectOf, stringifyJson } from '@boardwright/common'
import { mapStrings } from './map-strings.ts'
import { idOf, isIdentified, isOverlayMap } from './overlays.ts'
import { restoreText } from './restore.ts'
import { escapeText, type Lookup } from './variables.ts'

/** How to write a value that contains no variables. */
export const escapeValue = (value: unknown, lookup: Lookup): unknown =>
  mapStrings(value, (text) => escapeText(text, lookup))

export interface RestoredValue {
  /** Filling it in gives exactly the changed value. */
  readonly value: unknown
  readonly kept: boolean
  readonly lost: readonly string[]
}

/** Puts variables back into a rendered value that was edited: text by text, as `restoreText` does. */
export function restoreValue(written: unknown, before: unknown, after: unknown, lookup: Lookup): RestoredValue {
  const lost = new Set<string>()

  function restore(written: unknown, before: unknown, after: unknown): unknown {
    if (typeof written === 'string' && typeof before === 'string' && typeof after === 'string') {
      const restored = restoreText(written, before, after, lookup)
      for (const name of restored.lost) lost.add(name)
      return restored.text
    }
    if (isOverlayMap(written) && isOverlayMap(before) && isOverlayMap(after)) {
      return objectOf(
        Object.entries(after).map(([key, now]) => [key, restore(own(written, key), own(before, key), now)] as const),
      )
    }
    if (Array.isArray(written) && Array.isArray(before) && Array.isArray(after))
      return restoreList(written, before, after)
    return escapeValue(after, lookup)
  }

  /** Items are matched by id, else by equality, else by position. */
  function restoreList(written: readonly unknown[], before: readonly unknown[], after: readonly unknown[]): unknown[] {
    const byId = isIdentified(before) && isIdentified(after)
    const texts = byId ? [] : before.map((item) => stringifyJson(item))
    return after.map((now, place) => {
      const found = byId
        ? before.findIndex((item) => idOf(item) === idOf(now))
        : indexNear(texts, stringifyJson(now), place)
      const index = found >= 0 || before.length !== after.length ? found : place
      return restore(written[index], before[index], now)
    })
  }

  const value = restore(written, before, after)
  return { value, kept: lost.size === 0, lost: [...lost] }
}

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined

const indexNear = (texts: readonly string[], text: string, place: number): number =>
  texts[place] === text ? place : texts.indexOf(text)
