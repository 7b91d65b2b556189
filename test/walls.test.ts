import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { doorOf } from '../scripts/doors.mjs'
import { importsIn } from '../scripts/imports.mjs'
import { askedBy, type Manifest, readManifest } from '../scripts/manifest.mjs'
import { DOORS, sourceFiles } from './support/house.ts'

const ROOTS = ['src', ...readdirSync('packages').map((name) => join('packages', name))]
const manifests = new Map(ROOTS.map((root) => [root, readManifest(root)]))
const files = sourceFiles()
const filesOf = (root: string): string[] => files.filter((file) => file.startsWith(`${root}/`))

/** What a file imports that is not its own package's, without the path in it. */
const packagesIn = (file: string): string[] =>
  importsIn(file)
    .filter(({ from }) => !from.startsWith('.'))
    .map(({ from }) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)

const asked = (manifest: Manifest): string[] => Object.keys(askedBy(manifest))

describe('the walls', () => {
  test.each(ROOTS)('%s names in its manifest what it imports, and nothing else', (root) => {
    const manifest = readManifest(root)
    const imported = new Set(
      filesOf(root)
        .flatMap(packagesIn)
        .filter((name) => !name.startsWith('node:')),
    )
    expect([...imported].toSorted()).toEqual(
      asked(manifest)
        .filter((name) => !FILES_ONLY.test(name))
        .toSorted(),
    )
  })

  test('what is published asks for nothing that no package asks for, in the same versions', () => {
    const lines = (manifest: Manifest): string[] => Object.entries(askedBy(manifest)).map((each) => each.join(' '))
    const ranges = [...manifests.values()].flatMap(lines)
    expect(lines(readManifest()).filter((each) => !ranges.includes(each))).toEqual([])
  })

  test('no package leads back to itself', () => {
    const named = new Map([...manifests.values()].map((manifest) => [manifest.name, asked(manifest)]))
    const reach = (name: string): string[] => (named.get(name) ?? []).flatMap((next) => [next, ...reach(next)])
    expect([...named.keys()].filter((name) => reach(name).includes(name))).toEqual([])
  })

  test('no path leads out of a package', () => {
    const out = ROOTS.flatMap((root) =>
      filesOf(root).flatMap((file) =>
        importsIn(file)
          .filter(({ from }) => from.startsWith('.'))
          .map(({ from }) => relative(root, join(file, '..', from)))
          .filter((path) => path.startsWith('..'))
          .map((path) => `${file} imports ${path}`),
      ),
    )
    expect(out).toEqual([])
  })

  test('past a door nothing is found', () => {
    for (const [file, name] of PAST) {
      expect(files).toContain(file)
      expect(() => import.meta.resolve(name)).toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED|not defined by "exports"/)
    }
    expect(import.meta.resolve(DOOR)).toMatch(/\/packages\/platform\/index\.ts$/)
  })

  test('doors are as narrow as they are said to be, and another package uses each name in them', () => {
    const doors = Object.keys(DOORS)
    expect(Object.fromEntries(doors.map((door) => [door, namesOf(door).length]))).toEqual(DOORS)
    const unused = doors
      .filter((door) => !PUBLISHED.has(door))
      .flatMap((door) => {
        const texts = files.map((file) => readFileSync(file, 'utf8')).filter((text) => text.includes(`'${door}'`))
        return namesOf(door).filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
      })
    expect(unused).toEqual([])
  })
})

/** The names that a door passes on or declares. */
const namesOf = (door: string): string[] =>
  [...readFileSync(doorOf(door) ?? '', 'utf8').matchAll(EXPORTED)].flatMap(([, list = '', own]) =>
    own !== undefined ? [own] : list.split(',').flatMap((part) => /(\w+)\s*$/.exec(part)?.[1] ?? []),
  )

const EXPORTED = /^export (?:(?:type )?\{([^}]*)\}|(?:async )?(?:const|function|class|interface|type) (\w+))/gm

/** What users import has the names that they use. */
const PUBLISHED = new Set(['@boardwright/sandbox'])

/** Fonts and the rasteriser's bytes are copied, not imported. */
const FILES_ONLY = /^@expo-google-fonts\//

const DOOR = '@boardwright/platform'

/** Files that are there, by names that would lead to them if nothing held. */
const PAST = [
  ['packages/platform/client/client.ts', '@boardwright/platform/client/client.ts'],
  ['packages/sandbox/store/reports.ts', '@boardwright/sandbox/store/reports'],
  ['packages/pictures/viewer/viewer.ts', '@boardwright/pictures/viewer/viewer.ts'],
  ['packages/common/git.ts', '@boardwright/common/git.ts'],
] as const
