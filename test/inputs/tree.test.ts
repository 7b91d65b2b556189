import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { isMap } from '../../packages/common/maps.ts'
import { validateProject } from '../../src/check/validate.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { DOCUMENTS } from '../../src/content/files.ts'
import type { DocumentKind } from '../../src/content/kinds.ts'
import type { Problem } from '../../src/content/problem.ts'
import { type Project, requireConfig } from '../../src/project/local/project.ts'
import { readTreeAsWritten, readTreeFor } from '../../src/project/local/render.ts'
import { printTree } from '../../src/serialize/print.ts'
import { DECLARED_KINDS } from '../../src/setup/schemas.ts'
import { listsOf } from '../support/lists.ts'
import { keysWithout, type Step } from '../support/schema-steps.ts'
import { FILES, overlayFileOf, overlaysOf, projectWith, schemaOf, triesOf } from './tree.ts'
import { WHOLE } from './whole.ts'

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: { date: true },
  keywords: ['patternErrorMessage'],
})
const SHORT = 10

describe.each(DECLARED_KINDS)('a file of the kind %s', (kind) => {
  const { schema, resolve } = schemaOf(kind)
  const isValid = ajv.compile(schema)

  test('is tried with every key that it may have', () => {
    expect(keysWithout(schema, WHOLE[kind], resolve)).toEqual([])
    for (const whole of WHOLE[kind]) expect([isValid(whole), isValid.errors]).toEqual([true, null])
  })

  test('with a key absent, null, at its limit or one step beyond: each problem has a place and names the key', () => {
    for (const { what, step, document } of triesOf(kind, SHORT)) {
      const project = projectWith(kind, document)
      const { problems } = validateProject(project, undefined)
      expect([what, problems.flatMap((problem) => wrongIn(problem, project.files))]).toEqual([what, []])
      expect([what, saidTwice(problems)]).toEqual([what, []])
      if (isValid(document)) continue
      const own = problems.filter(({ at, warning }) => at.file === FILES[kind] && !warning)
      const said = own.map(({ message }) => message)
      expect([what, said]).toEqual([what, expect.arrayContaining([expect.stringMatching(namesOf(step))])])
    }
  })

  if (kind in DOCUMENTS)
    test('with a key that is null means the same as without it', () => {
      const meaningOf = (document: object) => {
        const tree = readTreeAsWritten(projectWith(kind, document))
        return [tree.problems.map(({ message }) => message), printTree(tree.content)]
      }
      for (const whole of WHOLE[kind]) {
        for (const key of Object.keys(whole)) {
          const { [key]: _, ...without } = whole
          expect([key, meaningOf({ ...whole, [key]: null })]).toEqual([key, meaningOf(without)])
        }
      }
    })

  if (kind in DOCUMENTS)
    test('is the same value after it was written, and the same bytes after it was written again', () => {
      for (const { what, document } of triesOf(kind, SHORT)) {
        const project = projectWith(kind, document)
        const tree = readTreeAsWritten(project)
        if (tree.problems.some(({ warning }) => !warning)) continue
        const written = printTree(tree.content)
        const again = readTreeAsWritten({ ...project, files: bytesOf(written) }).content
        expect([what, listsOf(again)]).toEqual([what, { ...listsOf(tree.content), model: [] }])
        expect([what, printTree(again)]).toEqual([what, written])
      }
    })
})

describe.each(Object.keys(DOCUMENTS) as DocumentKind[])('an overlay of a file of the kind %s', (kind) => {
  test('with a key set, absent, null, at its limit or one step beyond: means the same as in the file itself', () => {
    for (const { what, step, whole, overlay, document } of overlaysOf(kind, SHORT)) {
      const project = projectWith(kind, whole, { overlay })
      const { problems } = validateProject(project, undefined)
      expect([what, problems.flatMap((problem) => wrongIn(problem, project.files))]).toEqual([what, []])
      expect([what, saidTwice(problems)]).toEqual([what, []])
      const refused = problems.filter((problem) => problem.kind.startsWith('OVERLAY_'))
      expect([what, refused.map(({ at }) => at.file)]).toEqual([what, refused.map(() => overlayFileOf(kind))])
      if (isRefused(kind, step, overlay)) expect([what, refused.length]).toEqual([what, 1])
      else expect([what, refused, meaningFor(project)]).toEqual([what, [], meaningFor(projectWith(kind, document))])
    }
  })
})

/** What identifies an object is the same for every target, and so are the ids in a list that has them. */
const isRefused = (kind: DocumentKind, { path: [key] }: Step, overlay: unknown): boolean =>
  DOCUMENTS[kind].identity.includes(String(key)) || hasMixedList(overlay)

function hasMixedList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inner = Object.values(value)
  const withId = inner.filter((each) => isMap(each) && typeof each['id'] === 'string')
  return (Array.isArray(value) && withId.length > 0 && withId.length < inner.length) || inner.some(hasMixedList)
}

function meaningFor(project: Project) {
  const { config } = requireConfig(project)
  const { tree, problems } = readTreeFor(project, config, selectTarget(config, 'production'))
  return [problems.map(({ message }) => message).sort(), printTree(tree.content)]
}

const bytesOf = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, Uint8Array> =>
  new Map([...texts].map(([file, text]) => [file, new TextEncoder().encode(text)]))

/** A place that the file does not have, or words that only a program would say. */
function wrongIn({ at, message, hint = '' }: Problem, files: ReadonlyMap<string, Uint8Array>): string[] {
  const lines = new TextDecoder().decode(files.get(at.file)).split('\n')
  const { line = 0, column = 0 } = at
  const isThere = files.has(at.file) && line > 0 && column > 0 && column <= (lines[line - 1] ?? '').length + 1
  const said = `${at.file}:${line}:${column} ${message} (${hint})`
  const isOdd = /: \.|undefined|NaN|\[object/.test(said)
  return isThere && !isOdd ? [] : [said]
}

/** What must be of a key is said of it once. */
function saidTwice(problems: readonly Problem[]): string[] {
  const keys = problems.flatMap(({ at, message }) => {
    const [key] = /^"[^"]*" must /.exec(message) ?? []
    return key === undefined ? [] : [`${at.file}:${at.line}:${at.column} ${key}`]
  })
  return keys.filter((each, index) => keys.indexOf(each) !== index)
}

/** The key, or the one around it if it is not there; or a key of a map that was put there. */
function namesOf({ path, value }: Step): RegExp {
  const keys = path.filter((each) => typeof each === 'string')
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const names = [...keys.slice(value === undefined ? -2 : -1), ...inside]
  return new RegExp(names.map((name) => name.replace(/\W/g, '\\$&')).join('|'))
}
