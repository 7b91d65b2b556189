import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree } from '../../src/serialize/print.ts'
import { commentsOf } from '../../src/serialize/yaml/comments.ts'
import { readYaml } from '../../src/serialize/yaml/read.ts'
import { formatProject } from '../../src/sync/format.ts'
import type { Project } from '../../src/sync/project.ts'
import { readTreeAsWritten } from '../../src/sync/render.ts'
import { content } from '../serialize/content.ts'
import { randomFrom } from '../serialize/yaml/noisy.ts'
import { noisyTree } from './noisy-tree.ts'

const projectOf = (texts: ReadonlyMap<string, string> | Record<string, string>): Project => ({
  root: '/project',
  files: new Map(
    [...(texts instanceof Map ? texts : Object.entries(texts))].map(([file, text]) => [file, Buffer.from(text)]),
  ),
  config: undefined,
  problems: [],
  readYaml,
  saveCache: async () => {},
})

const apply = (texts: ReadonlyMap<string, string>, changes: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...texts, ...changes])

const commentsIn = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts]
    .flatMap(([file, text]) => (file.endsWith('.yaml') ? commentsOf(text).map((each) => `${file} ${each.text}`) : []))
    .sort()

describe('over generated trees', () => {
  test('a printed tree is left alone', () => {
    fc.assert(
      fc.property(content, (made) => {
        const { changes, problems } = formatProject(projectOf(printTree(made)), [])
        expect([...changes], 'changes').toEqual([])
        expect(problems).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('a tree that people wrote says the same, keeps its comments, and is right after one time', () => {
    fc.assert(
      fc.property(content, fc.integer(), (made, seed) => {
        const texts = noisyTree(printTree(made), randomFrom(seed))
        const before = projectOf(texts)
        const { changes, problems } = formatProject(before, [])
        expect(problems).toEqual([])
        const formatted = apply(texts, changes)
        const after = projectOf(formatted)
        expect(readTreeAsWritten(after).content).toEqual(readTreeAsWritten(before).content)
        expect(commentsIn(formatted)).toEqual(commentsIn(texts))
        expect([...formatProject(after, []).changes]).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
