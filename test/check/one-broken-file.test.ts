// Slow: reads the content of a project again for each of some hundreds of mistakes in its data model.
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { isMap } from '../../packages/common/maps.ts'
import { seenAsWritten } from '../../src/check/validate.ts'
import { checkTree } from '../../src/lint/check.ts'
import { judgeTreeModel } from '../../src/lint/model/judged.ts'
import { openProject } from '../../src/project/local/project.ts'
import { isLong } from '../support/long.ts'

/** What is wrong with one file of a data model is told there, and not in each file that asks for what it defines. */

type Path = readonly (string | number)[]
type Node = Record<string | number, unknown>

const project = await openProject('examples/acme', '2026-11-20')
const { tree } = seenAsWritten(project)
const FILES = [...project.files.keys()].filter((file) => /^data-model\/.*\.yml$/.test(file))
const textOf = (file: string): string => Buffer.from(project.files.get(file) ?? '').toString()

/** The files with errors, if the bytes of one are these. */
function wrongFiles(file: string, bytes: string | Uint8Array): string[] {
  const files = new Map(project.files).set(file, Buffer.from(bytes))
  const { members, problems } = judgeTreeModel(files)
  const all = [...problems, ...checkTree(tree, files, () => members)]
  return [...new Set(all.filter(({ warning }) => !warning).map(({ at }) => at.file))]
}

test('the model is right', () => {
  expect(wrongFiles('data-model/README.md', '')).toEqual([])
})

const WHOLE: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'a bracket that is not closed': () => 'cubes: [\n',
  'a quote that is not closed': (text) => `${text}    title: "\n`,
  'a tab before a key': (text) => text.replace(/^ +/m, '\t'),
  'its first key twice': (text) => `${text}${text.split('\n')[0]}\n`,
  'half merged': (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> main\n`,
  'in UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'no text': () => Buffer.from([0, 255, 254, 0]),
  'a list': (text) => `- ${text.split('\n')[0]}\n`,
  'a word': () => 'cubes\n',
  'its first key misspelled': (text) => text.replace(/^(cube|view)s:/m, '$1:'),
  'no list': (text) => `${text.split('\n')[0]} 3\n`,
}

describe.each(FILES)('%s', (file) => {
  test.each(Object.keys(WHOLE))('as a whole: %s', (way) => {
    expect(wrongFiles(file, WHOLE[way]?.(textOf(file)) ?? '')).toEqual([file])
  })
})

const at = (value: unknown, path: Path): Node => path.reduce<unknown>((each, key) => (each as Node)[key], value) as Node

const placesIn = (value: unknown, path: Path = []): Path[] =>
  (Array.isArray(value) ? [...value.keys()] : isMap(value) ? Object.keys(value) : []).flatMap((key) => [
    [...path, key],
    ...placesIn((value as Node)[key], [...path, key]),
  ])

const PARTS: Readonly<Record<string, (holder: Node, key: string | number) => void>> = {
  'another word': (holder, key) => {
    holder[key] = 'zork blah'
  },
  'a number': (holder, key) => {
    holder[key] = 3
  },
  'a map': (holder, key) => {
    holder[key] = { zork: 'blah' }
  },
  'a misspelled key': (holder, key) => {
    const value = holder[key]
    delete holder[key]
    holder[`${key}z`] = value
  },
}

/** What says nothing wrong is no mistake: somebody may have meant it. */
const isOnlyThere = (file: string, wrong: readonly string[]): boolean => !wrong.includes(file) || wrong.length === 1

test.each(Object.keys(PARTS))('one part of a file: %s', (way) => {
  const elsewhere = FILES.flatMap((file) => {
    const value: unknown = parse(textOf(file))
    const places = placesIn(value).filter((path) => way !== 'a misspelled key' || typeof path.at(-1) === 'string')
    return places.flatMap((path, index) => {
      if (!isLong && index % 5 !== 0) return []
      const model = structuredClone(value)
      PARTS[way]?.(at(model, path.slice(0, -1)), path.at(-1) ?? '')
      const wrong = wrongFiles(file, stringify(model))
      return isOnlyThere(file, wrong) ? [] : [`${file} ${path.join('.')}: ${wrong.join(', ')}`]
    })
  })
  expect(elsewhere).toEqual([])
})
