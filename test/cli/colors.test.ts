import { afterEach, expect, test } from 'vitest'
import { isColored, strokesOf } from '../../src/cli/colors.ts'
import { applySettings, resetSettings } from '../../src/cli/settings.ts'

const before = process.env
afterEach(() => {
  process.env = before
  resetSettings()
})

const colored = (env: Readonly<Record<string, string>>, isTTY: boolean, color = true): boolean => {
  process.env = { ...env }
  applySettings({ color }, undefined, (ms) => expect.fail(`no limit, but ends after ${ms} ms`))
  return isColored({ isTTY })
}

test.each([
  [{}, false, true],
  [{ NO_COLOR: '1' }, false, false],
  [{ NO_COLOR: '' }, false, true],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
  [{ FORCE_COLOR: '1' }, true, true],
  [{ FORCE_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '0' }, false, false],
  [{ FORCE_COLOR: 'false' }, false, false],
  [{ CLICOLOR_FORCE: '1' }, true, true],
  [{ CLICOLOR_FORCE: '0' }, false, true],
  [{ CLICOLOR: '0' }, false, false],
  [{ CLICOLOR: '1' }, false, true],
  [{ TERM: 'dumb' }, false, false],
  [{ TERM: 'dumb', FORCE_COLOR: '3' }, true, true],
])('%j: without a terminal %s, on one %s', (env, piped, terminal) => {
  expect([colored(env, false), colored(env, true)]).toEqual([piped, terminal])
})

test('--no-color overrides everything else', () => {
  expect(colored({ FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }, true, false)).toBe(false)
})

test.each([
  [{ LANG: 'de_CH.UTF-8' }, 'box'],
  [{ LANG: 'C.utf8' }, 'box'],
  [{ LANG: 'de_CH.UTF-8', LC_ALL: 'C' }, 'ascii'],
  [{ LC_CTYPE: 'UTF-8' }, 'box'],
  [{ WT_SESSION: 'a tab of Windows Terminal' }, 'box'],
  [{ LANG: 'en_US.UTF-8', TERM: 'dumb' }, 'ascii'],
  [{}, 'ascii'],
] as const)('%j: a terminal gets %s lines, and a pipe those that everything can show', (env, strokes) => {
  expect([strokesOf({ isTTY: true }, env), strokesOf({ isTTY: false }, env)]).toEqual([strokes, 'ascii'])
})
