import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsIn } from '../scripts/imports.mjs'
import { groupBy } from '../src/content/group-by.ts'
import { HOUSE, OWNERS, sourceFiles } from './support/house.ts'

const files = sourceFiles()

/** Of the engine and of the packages. A package of one thing is one room. */
function roomOf(file: string): string {
  const [, name = ''] = /^(?:src|packages\/(?:common|platform|pictures)|packages)\/([^/]+)/.exec(file) ?? []
  return name.replace(/\.ts$/, '')
}
const imports = new Map(files.map((file) => [file, importsIn(file)]))
const importsOf = (file: string): string[] => (imports.get(file) ?? []).map(({ from }) => from)

const filesAt = (file: string, those: readonly Import[] = []): string[] =>
  those.filter(({ from }) => from.startsWith('.')).map(({ from }) => join(dirname(file), from))
const neighbours = new Map(files.map((file) => [file, filesAt(file, imports.get(file))]))

/** The files that a file calls, and does not only take types from. */
const calledFrom = (file: string): string[] =>
  filesAt(
    file,
    imports.get(file)?.filter(({ isOfTypes }) => !isOfTypes),
  )

/** All files that a file imports, directly or through others. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const next = [...(neighbours.get(file) ?? [])]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    next.push(...(neighbours.get(at) ?? []))
  }
  return reached
}

/** One of this repository. All may use what is common. */
const COMMON = '@boardwright/common'
const PACKAGE = /^@boardwright\/(?!common$)/

const engine = files.filter((file) => file.startsWith('src/'))

/** What people do with a project, each in a room: these files join the stages, and stay short. */
const ROOMS_OF_USES = new Set(['project', 'check', 'edit', 'previews', 'fleet', 'setup'])
const BELOW_USES = ['src/project/local/', 'src/edit/decide/', 'src/previews/decide/']
const isOfUses = (file: string): boolean =>
  ROOMS_OF_USES.has(roomOf(file)) && !BELOW_USES.some((below) => file.startsWith(below))

describe('the house', () => {
  test('every folder is a room with rules', () => {
    expect([...new Set(engine.map(roomOf))].toSorted()).toEqual(Object.keys(HOUSE).toSorted())
  })

  const roomsFor = (file: string): string[] =>
    importsOf(file)
      .flatMap((name) =>
        name.startsWith('.') ? [roomOf(join(dirname(file), name))] : PACKAGE.test(name) ? [name] : [],
      )
      .filter((room) => room !== roomOf(file))

  test('imports point one way', () => {
    const wrong = engine.flatMap((file) =>
      roomsFor(file)
        .filter((room) => !HOUSE[roomOf(file)]?.imports.includes(room))
        .map((room) => `${file} imports ${room}`),
    )
    expect(wrong).toEqual([])
  })

  test('a room may not import what it does not need', () => {
    const needed = new Set(engine.flatMap((file) => roomsFor(file).map((room) => `${roomOf(file)} imports ${room}`)))
    const allowed = Object.entries(HOUSE).flatMap(([room, { imports }]) =>
      imports.map((each) => `${room} imports ${each}`),
    )
    expect(allowed.filter((each) => !needed.has(each))).toEqual([])
  })

  test('only index.ts of the live side is imported', () => {
    const around = files.flatMap((file) =>
      (neighbours.get(file) ?? [])
        .filter((name) => roomOf(name) === 'live' && roomOf(file) !== 'live' && name !== 'src/live/index.ts')
        .map((name) => `${file} imports ${name}`),
    )
    expect(around).toEqual([])
  })

  test('only tables decide what differs by kind; no code looks at the text of a key', () => {
    const wrong = files
      .filter((file) => file !== 'src/content/kinds.ts' && !KINDS_OF_THEIR_OWN.has(roomOf(file)))
      .flatMap((file) => matchesOf(file, TELLS_KIND))
    expect(wrong).toEqual([])
  })

  test('a use has at most two layers of helpers of its room below it', () => {
    const uses = new Set(files.flatMap((file) => calledFrom(file).filter((use) => roomOf(use) !== roomOf(file))))
    const isHelper = (file: string): boolean => isOfUses(file) && !uses.has(file)
    const floorsBelow = (file: string): number =>
      Math.max(
        0,
        ...calledFrom(file)
          .filter(isHelper)
          .map((helper) => 1 + floorsBelow(helper)),
      )
    expect([...uses].filter((file) => isOfUses(file) && floorsBelow(file) > 2)).toEqual([])
  })

  test('no files import each other in a circle', () => {
    const reached = new Map(files.map((file) => [file, reachedFrom(file)]))
    const inCircle = files.filter((file) => reached.get(file)?.has(file))
    expect(inCircle).toEqual([])
  })

  test('an exported name means one thing', () => {
    const EXPORTED = /^export (?:async )?(?:const|function\*?|interface|type|class) (\w+)/gm
    const named = engine.flatMap((file) => {
      const own = [...readFileSync(file, 'utf8').matchAll(EXPORTED)].map(([, name = '']) => name)
      // What comes from a package, or under another name, is something of its own here.
      const passedOn = (imports.get(file) ?? [])
        .filter(({ isExport }) => isExport)
        .flatMap(({ from, names }) =>
          names.flatMap(({ there, here }) => (PACKAGE.test(from) || from === COMMON || here !== there ? [here] : [])),
        )
      return [...new Set([...own, ...passedOn])].map((name) => ({ name, file }))
    })
    const alike = [...groupBy(named, ({ name }) => name)].filter(([, all]) => all.length > 1)
    expect(alike.map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`)).toEqual([])
  })

  test('a name is exported where it is defined', () => {
    expect(engine.flatMap((file) => matchesOf(file, /^export (?:type )?\{[^}]*\}$/m))).toEqual([])
  })

  test('no type is taken apart across rooms', () => {
    const TAKEN = /\b(?:Pick|Omit)<\s*(\w+)/g
    const wrong = engine.flatMap((file) => {
      const from = new Map(
        (imports.get(file) ?? []).flatMap(({ from, names }) => names.map(({ here }) => [here, from] as const)),
      )
      const isOfOthers = (type: string): boolean => {
        const there = from.get(type) ?? ''
        if (!there.startsWith('.')) return there.startsWith('@boardwright/')
        return roomOf(join(dirname(file), there)) !== roomOf(file)
      }
      return [...readFileSync(file, 'utf8').matchAll(TAKEN)]
        .filter(([, type = '']) => isOfOthers(type))
        .map(([, type]) => `${file} takes ${type} apart`)
    })
    expect(wrong).toEqual([])
  })

  test('everything from outside has one owner', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => Object.hasOwn(OWNERS, packageOf(name)) && !OWNERS[packageOf(name)]?.includes(roomOf(file)))
        .map((name) => `${file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('only main ends the process, and only the command line touches it', () => {
    const wrong = files.filter((file) => roomOf(file) !== 'cli' && /\bprocess\.\w/.test(readFileSync(file, 'utf8')))
    expect(wrong).toEqual([])
  })

  test('nobody asks whether a file is there in a way that takes a refusal for a no', () => {
    const SEARCHES = new Set(['draw', 'program', 'sandbox'])
    const others = files.filter((file) => !SEARCHES.has(roomOf(file)))
    expect(others.flatMap((file) => matchesOf(file, /existsSync\(|stat\([^)]*\)\.catch|access\(/))).toEqual([])
  })

  test('no list that content makes long is spread into the arguments of a call', () => {
    const SPREAD = /\.(?:push|unshift|max|min|fromCharCode|fromCodePoint)\((?:[^()[\]{}\n]*, )?\.\.\.(?!\[)/
    expect(files.flatMap((file) => matchesOf(file, SPREAD))).toEqual([])
  })

  test('regular expressions are put together in one place, which escapes every text', () => {
    // A chart may write expressions of its own: what ends a chart that never ends is outside of it.
    const OWN = new Set(['packages/common/pattern.ts', 'packages/pictures/viewer/vega/expression/functions.ts'])
    expect(files.filter((file) => !OWN.has(file)).flatMap((file) => matchesOf(file, /\bRegExp\(/))).toEqual([])
  })

  test('no file is too long', () => {
    const most = (file: string): number => (isOfUses(file) ? 200 : 400)
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > most(file))
    expect(long).toEqual([])
  })

  test('numbers in messages get their thousands separators from one function', () => {
    const ROOMS = new Set(['api', 'draw', 'sandbox', 'viewer'])
    const others = files.filter((file) => !ROOMS.has(roomOf(file)) && file !== 'packages/common/counted.ts')
    expect(others.flatMap((file) => matchesOf(file, /toLocaleString\(|\$\{\w+(?:\.\w+)*\.length\} [a-z]/))).toEqual([])
  })

  test('titles in messages come from one function, which keeps a name on one line', () => {
    const ROOMS = new Set(['sandbox', 'viewer'])
    const others = files.filter((file) => !ROOMS.has(roomOf(file)) && file !== 'src/content/printable.ts')
    expect(others.flatMap((file) => matchesOf(file, /title\b.*\.join\(' \/ '\)/))).toEqual([])
  })

  test.each(['packages/pictures/viewer/style.css', 'packages/pictures/viewer/preview/preview.css'])(
    'a colour in %s has a name wherever it would stand twice',
    (sheet) => {
      const colours = [...readFileSync(sheet, 'utf8').matchAll(/#[\da-f]{3,8}\b/gi)].map(([colour]) => colour)
      expect(colours.filter((colour, index) => colours.indexOf(colour) !== index)).toEqual([])
    },
  )

  test('browser tests wait for what they expect on a page', () => {
    const glances = readdirSync('test/browser')
      .map((name) => join('test/browser', name))
      .filter((file) => GLANCES.test(readFileSync(file, 'utf8')))
    expect(glances).toEqual([])
  })
})

/** A read of the page that does not wait. Assertions with `not` are left alone: polling them would prove nothing. */
const GLANCES = /expect\(await (?:textOf\(|.*\.(?:innerText|allInnerTexts|count)\(\)).*\)\.to/

/** The platform has kinds of its own, and so has what draws it. */
const KINDS_OF_THEIR_OWN = new Set(['api', 'client', 'model', 'sandbox', 'viewer'])

const KIND = '(?:folder|workbook|report|model|dashboard)'

const TELLS_KIND = new RegExp(
  [
    // `key.startsWith('report/')` and `report/${id}`, but no comment and no import.
    `(?<!\\* .*|from )['"\`^]${KIND}/`,
    // `kind === 'report'` and `kindOf(key) !== 'report'`.
    `[kK]ind(?:Of\\(\\w+\\))? [!=]== '${KIND}'`,
    `\\bcase '${KIND}':`,
    // `key.slice(key.indexOf('/') + 1)`.
    `[kK]ey\\.\\w+\\([^)]*'/'`,
    // A file's kind is its role, and not what it is called.
    `(?:endsWith\\(|=== )'[^']*${KIND}\\.yaml'`,
  ].join('|'),
)

const matchesOf = (file: string, pattern: RegExp): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))

const packageOf = (name: string): string => /^(hono|@modelcontextprotocol\/\w+)(?=\/)/.exec(name)?.[0] ?? name
