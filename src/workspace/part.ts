import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { factsOf, placeBelow } from './disk.ts'
import { isOfProject, isSkipped, LARGEST_FILE } from './parts.ts'
import { readWhole } from './tree.ts'
import { writeTree } from './write.ts'

/** Holds content that was too long for an answer. */
export const ANSWERS = '.boardwright/answers'

export type Part =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'directory'; readonly path: string; readonly entries: readonly string[] }

/** Reads a file or directory of the project, and nothing else on disk. Undefined if it does not exist. */
export function readPart(root: string, given: string): Part | undefined {
  const path = pathOfPart(root, given)
  const place = placeBelow(root, path)
  const facts = factsOf(place)
  if (facts === undefined) return undefined
  if (facts.isDirectory()) {
    const entries = readdirSync(place, { withFileTypes: true })
      .filter(({ name }) => !isSkipped(`${path}/${name}`))
      .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`)
    return { kind: 'directory', path, entries: entries.sort() }
  }
  const bytes = readWhole(place)
  if (bytes) return { kind: 'file', path, bytes }
  throw new BoardwrightError('FILE_TOO_LARGE', `${path} is larger than ${LARGEST_FILE / 1024 / 1024} MB, or no file`)
}

const isSkippedOrBelow = (path: string): boolean => {
  const names = path.split('/')
  return names.some((_, index) => isSkipped(names.slice(0, index + 1).join('/')))
}

const READABLE = 'Name boardwright.yaml, or a file below content/, account/, data-model/, overlays/ or targets/.'

/** The path of a file from the root. Throws if it is not part of the project, with a hint what may be named instead. */
export function pathOfPart(root: string, given: string, hint: string = READABLE): string {
  const path = relative(root, placeBelow(root, given, hint))
    .split(sep)
    .join('/')
  if (path.startsWith(`${ANSWERS}/`) || (isOfProject(path) && !isSkippedOrBelow(path))) return path
  throw new BoardwrightError('PLACE_REFUSED', `${path} is not part of the project`, { hint })
}

const MOST_ANSWERS = 50

/**
 * Saves content that is too long for an answer below `.boardwright/`, and removes the oldest there. Returns its path.
 */
export async function keepAnswer(root: string, name: string, content: string | Uint8Array): Promise<string> {
  const file = `${ANSWERS}/${name}`
  await writeTree(root, new Map([[file, content]]))
  const directory = placeBelow(root, ANSWERS)
  const ages = readdirSync(directory).map((each) => ({ each, at: factsOf(join(directory, each))?.mtimeMs ?? 0 }))
  const old = ages.sort((a, b) => b.at - a.at).slice(MOST_ANSWERS)
  await Promise.all(old.map(({ each }) => rm(join(directory, each), { force: true })))
  return file
}
