import { groupBy } from '../content/group-by.ts'
import { placeText, printable } from '../content/printable.ts'
import { codeOf, hintOf, type Problem } from '../content/problem.ts'

/**
 * Problems as JUnit has tests, which every CI system shows: each file is a suite, each problem a test of it. An error has
 * failed, a warning is skipped. Where nothing is wrong, one test has passed, because a report without tests counts as
 * broken.
 */
export function asJUnit(problems: readonly Problem[]): string {
  const suites = [...groupBy(problems, ({ at }) => at.file)].map(([file, own]) => suiteOf(file, own))
  if (suites.length === 0) suites.push(suite('boardwright validate', [], [test('every file', 'boardwright', '')]))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="boardwright validate" ${totals(problems)} time="0">`,
    ...suites,
    '</testsuites>',
  ].join('\n')
}

const suiteOf = (file: string, problems: readonly Problem[]): string => suite(file, problems, problems.map(testOf))

const suite = (name: string, problems: readonly Problem[], tests: readonly string[]): string =>
  [
    `  <testsuite name=${quoted(name)} ${totals(problems)} skipped="${problems.filter(({ warning }) => warning).length}" time="0">`,
    ...tests,
    '  </testsuite>',
  ].join('\n')

function totals(problems: readonly Problem[]): string {
  const failures = problems.filter(({ warning }) => !warning).length
  return `tests="${Math.max(1, problems.length)}" failures="${failures}" errors="0"`
}

const test = (name: string, className: string, inside: string): string =>
  `    <testcase name=${quoted(name)} classname=${quoted(className)} time="0"${inside ? `>\n${inside}\n    </testcase>` : '/>'}`

function testOf(problem: Problem): string {
  const code = codeOf(problem)
  const { at, message, warning } = problem
  const told = escaped(`${placeText(at)}  ${message}. ${hintOf(problem)}`)
  const inside = warning
    ? `      <skipped message=${quoted(message)}/>`
    : `      <failure message=${quoted(message)} type=${quoted(code)}>${told}</failure>`
  return test(`${code} ${placeText(at)} ${message}`, at.file, inside)
}

const MARKS: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}
/** XML can hold no control characters, not even escaped: they are shown as text. The two last code points neither. */
const escaped = (text: string): string =>
  printable(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[<>&"\n\t]/g, (mark) => MARKS[mark] ?? mark)
const quoted = (text: string): string => `"${escaped(text)}"`
