import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What the documents promise without exception, each with a test that holds it: `file`, `sentence`, `test`, `name`. */
const CLAIMS = readFileSync('test/claims.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

const PAGES = ['docs/guide', 'docs/reference'].flatMap((directory) =>
  readdirSync(directory).map((file) => `${directory}/${file}`),
)
const DOCUMENTS = [
  'README.md',
  ...PAGES.sort(),
  ...['comparison', 'configuration', 'sandbox', 'threat-model', 'tree'].map((name) => `docs/${name}.md`),
]
const SAME = /(?:are|be|derives|does|draws|gives?|is|means|prints?|shows?|stays?|works) (?:in )?the same/
const PROMISE = new RegExp(
  `\\b(?:never|always|cannot|only if|asks?|asked|checked|(?<!the )checks|${SAME.source})\\b`,
  'i',
)

/** Sentences outside of code and of what is generated. The rows of the threat model name their own tests. */
function sentencesOf(document: string): string[] {
  const text = readFileSync(document, 'utf8')
    .replace(/<!-- generated: .*?<!-- \/generated -->/gs, '')
    .replace(/^```.*?^```$/gms, '\n')
  const parts = text
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) )/)
    .filter((part) => !(document === 'docs/threat-model.md' && part.startsWith('|')))
  return parts
    .flatMap((part) => part.replace(/\s+/g, ' ').split(/ ?\| ?|(?<=[.:?!]) (?=[A-Z`*"[])/))
    .map((sentence) => sentence.replace(/^(?:[-*#]+|\d+\.) /, '').trim())
}

const claimed = (document: string): string[] => sentencesOf(document).filter((sentence) => PROMISE.test(sentence))

test.each(DOCUMENTS)('%s: every promise without exception is listed with the test that holds it', (document) => {
  const listed = CLAIMS.flatMap(([file, sentence]) => (file === document ? sentence : []))
  expect(claimed(document).filter((sentence) => !listed.includes(sentence))).toEqual([])
  // Others may be listed, too: what only narrows or compares is often no promise.
  expect(listed.filter((sentence) => !sentencesOf(document).includes(sentence ?? ''))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('each of these tests exists', () => {
  for (const [document, sentence, file = '', name = ''] of CLAIMS) {
    expect([document, sentence, file, existsSync(file)]).toEqual([document, sentence, file, true])
    expect(name, sentence).not.toBe('')
    expect([document, sentence, readFileSync(file, 'utf8').includes(name)]).toEqual([document, sentence, true])
  }
})
