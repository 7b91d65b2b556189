import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeModel } from '../../model/judge/judge.ts'
import { ROWS } from './judge-rows.ts'

const JUDGE = 'packages/platform/model/judge'
const FORMAT = 'packages/platform/model/format'

const codeIn = (file: string): string => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const LITERAL = /(['`])((?:(?!\1)[^\n\\]|\\.)*)\1/g
/** Holes of a template, which may hold templates. */
const HOLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** A message has no full stop; a hint, which is a sentence, has one. Lists of words are no sentence either. */
const isMessage = (text: string): boolean => /\w.* .*\w/.test(text.replace(HOLE, 'x')) && !/[.?]$/.test(text)

const literalsIn = (code: string): string[] => [...code.matchAll(LITERAL)].map(([, , text = '']) => text)

const judged = readdirSync(JUDGE).flatMap((file) => literalsIn(codeIn(`${JUDGE}/${file}`)).filter(isMessage))
const ruled = readdirSync(FORMAT).flatMap((file) =>
  codeIn(`${FORMAT}/${file}`)
    .split(/\bmessage\b(?=:| =)/)
    .slice(1)
    .flatMap((after) => literalsIn(after.slice(0, after.indexOf('\n'))).slice(0, 1)),
)
/** A key of a map, and a list of names in a hint. */
const NO_MESSAGE = /^\$\{(?:names\[0\]|shown)\} /
const messages = [...new Set([...judged, ...ruled])].filter((text) => !NO_MESSAGE.test(text))

const fits = (template: string): RegExp =>
  new RegExp(
    template
      .split(HOLE)
      .map((part) => part.replaceAll('\\\\', '\\').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('[\\s\\S]*'),
  )

const toldOf = (model: unknown): string[] =>
  judgeModel([{ file: 'model/a.yml', value: model }], true).faults.map(({ message }) => message)

describe('the judge says', () => {
  test.each(ROWS)('%s', (message, model) => {
    expect(toldOf(model)).toContain(message)
  })
})

test('each message of the judge has a row', () => {
  expect(messages.length).toBeGreaterThan(70)
  expect(messages.filter((template) => !ROWS.some(([message]) => fits(template).test(message)))).toEqual([])
})
