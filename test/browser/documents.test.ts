import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../support/built.ts'
import { findChromium } from '../support/chromium.ts'
import { runProgram } from '../support/program.ts'

const PICTURES = 'docs/pictures'
const AGAIN = `draw ${PICTURES} again: node examples/pictures.mjs`

/** As the built program draws them now. */
const now = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
afterAll(() => rmSync(now, { recursive: true, force: true }))
beforeAll(async () => {
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_CHROMIUM: findChromium(process.env) ?? '' }
  const { code, stderr } = await runProgram(process.execPath, [resolve('examples/pictures.mjs'), now], { env })
  expect([code, stderr]).toEqual([0, expect.any(String)])
}, 240_000)

test('the picture of a plan in the documents is the one that the program draws', () => {
  const [shown, drawn] = [PICTURES, now].map((place) => readFileSync(join(place, 'plan.png')))
  expect(shown?.equals(drawn ?? Buffer.of()), AGAIN).toBe(true)
})

test.each(['dashboard', 'wall', 'swipe'])('the picture %s in the documents has the words of the page', (name) => {
  const [shown, drawn] = [PICTURES, now].map((place) => JSON.parse(readFileSync(join(place, 'texts.json'), 'utf8')))
  expect(shown[name], AGAIN).toEqual(drawn[name])
})
