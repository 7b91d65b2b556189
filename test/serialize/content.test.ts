import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofKind } from '../../src/content/entity.ts'
import { parseTree } from '../../src/serialize/parse.ts'
import { printTree } from '../../src/serialize/print.ts'
import { contentIn } from '../support/lists.ts'
import { isLong } from '../support/long.ts'
import { content } from './content.ts'

test('the generated content is sound, and its tree gives the same content', () => {
  fc.assert(
    fc.property(content, (made) => {
      const files = new Map([...printTree(contentIn(made))].map(([file, text]) => [file, Buffer.from(text)]))
      const { problems, content: read } = parseTree(files)
      expect(problems).toEqual([])
      expect(ofKind(read, 'report').length).toBe(made.reports.length)
    }),
    { numRuns: isLong ? 1000 : 25 },
  )
})
