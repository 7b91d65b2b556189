import { createHash } from 'node:crypto'
import { PLACEHOLDER_ID, PUBLIC_ID } from './limits.ts'

/** The digits of ids, in order. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 12
const SPACE = BigInt(ALPHABET.length) ** BigInt(LENGTH)

function base62(text: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) % SPACE
  let id = ''
  for (let digit = 0; digit < LENGTH; digit += 1) {
    id = `${ALPHABET[Number(rest % 62n)]}${id}`
    rest /= 62n
  }
  return id
}

/**
 * A report's public id in a deployment that is not its home. It can be computed from the tree alone. `n` counts up if
 * the platform refuses an id.
 */
export const derivedId = (projectId: string, deployment: number, id: string, n = 0): string =>
  base62(`boardwright:1\n${projectId}\n${deployment}\n${id}\n${n}`)

/**
 * How many derived ids to try. The platform refuses one only if something else in the account has it, which is very
 * rare.
 */
const TRIES = 3

/** The ids that a report may have in a deployment, likeliest first. */
export const derivedIds = (projectId: string, deployment: number, id: string): string[] =>
  Array.from({ length: TRIES }, (_, n) => derivedId(projectId, deployment, id, n))

/** The id that we choose for an old report without a stable one. Every export chooses the same. */
export const legacyId = (projectId: string, deployment: number, numericId: number): string =>
  base62(`boardwright:1\n${projectId}\n${deployment}\nlegacy\n${numericId}`)

/**
 * An id for a widget without one, made from what and where it is. `n` counts up if the dashboard already has that id.
 */
export const widgetIdFor = (seed: string, n: number): string => base62(`boardwright:1\nwidget\n${seed}\n${n}`).slice(-8)

/** An id for a copy of a report, made from its file's path. */
export const idForCopy = (file: string): string => base62(`boardwright:1\ncopy\n${file}`)

const LIKE_PUBLIC_ID = /(?<![0-9A-Za-z])[0-9A-Za-z]{12}(?![0-9A-Za-z])/g

/** Words in a text that may be public ids: this is how code refers to reports. */
export const publicIdsIn = (text: string): RegExpExecArray[] => [...text.matchAll(LIKE_PUBLIC_ID)]

export const isPublicId = (text: string): boolean => PUBLIC_ID.test(text) && !PLACEHOLDER_ID.test(text)

/** The slug that the platform gives a workbook, as a tree writes it; undefined if it has none. */
export const slugIn = ({ slug }: { readonly slug?: string | null | undefined }): string | undefined =>
  slug?.trim().toLowerCase() || undefined
