import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { describeEnding } from '../../src/cli/endings.ts'
import { statusLines } from '../../src/cli/fleet-text.ts'
import { describeTargets } from '../../src/cli/status-text.ts'
import type { FleetStatus } from '../../src/fleet/fleet.ts'
import type { Applied } from '../../src/project/apply.ts'
import { CAME_TO, CODES, inColour, paintLabel, type Style } from '../../src/words/paint.ts'
import { renderText } from '../../src/words/text.ts'
import { CONFLICT, object, plan } from '../words/plans.ts'

/** What happens to an object, by the words for it that begin a coloured text. */
const WORDS: readonly (readonly [words: RegExp, style: Style])[] = [
  [/^(?:\+ create|created)/, 'added'],
  [/^(?:~ update|updated|to apply)/, 'changed'],
  [/^(?:- delete|deleted|failed|FAILED)/, 'removed'],
  [/^(?:>|> publish|published)/, 'published'],
  [/^(?:Held|held)/, 'held'],
]

const KEYS = ['create', 'update', 'delete', 'publish'] as const
const PLAN = plan({
  objects: KEYS.map((action) => object({ key: `workbook/${action}`, title: [action], action, units: [] })),
  held: [CONFLICT],
})

const RENDERED: readonly (readonly [where: string, text: () => string | Promise<string>, colours: number])[] = [
  ['a plan', () => renderText(PLAN, { width: 80, color: true }), 5],
  ['the end of an apply', endOfApply, 5],
  [
    'status',
    () => {
      const objects = (['failed', 'to apply', 'held'] as const).map((state) => ({
        ...{ state, key: `workbook/${state}` as const, name: state, message: 'why' },
      }))
      const counts = { changes: 2, failed: 1, held: 1, uiEdits: 0, unclaimed: 0, unmanaged: 0, drafts: 0 }
      const at = { target: 'production', commit: 'c0ffee0', behindBy: 0, aheadBy: 0, notFetched: 0 }
      return describeTargets([{ ...at, ...counts, objects }], inColour).join('\n')
    },
    3,
  ],
  [
    'fleet status',
    () => {
      const targets = (['to apply', 'held', 'failed'] as const).map((state) => ({
        ...{ target: state, state, commit: 'c0ffee0', changes: 1, held: 0, failed: 0 },
      }))
      const status = { format: 1, project: 'acme', commit: 'c0ffee0', at: '', waves: [], targets }
      return [...statusLines(status as FleetStatus, { all: false, paint: inColour })].join('\n')
    },
    3,
  ],
]

async function endOfApply(): Promise<string> {
  const error = new BoardwrightError('FORBIDDEN', 'no')
  const step = { phase: 'reports', key: 'report/r', title: ['R'], verb: 'create' }
  const result = {
    ...{ applied: PLAN.objects.map(({ key }) => key), failed: [{ ...step, error }], left: [step] },
    published: [{ key: 'workbook/publish', title: ['publish'], version: 2 }],
    ...{ skipped: [], review: [], slipped: [], shown: [], counts: { deleted: { done: 1, total: 1 } } },
    ...{ viewers: { see: 'new', old: [], newModel: false }, interrupted: false, timedOut: false },
  }
  const lines: string[] = []
  const ending = describeEnding({ plan: PLAN, result, why: 'applied', exit: 4 } as unknown as Applied)
  for await (const line of ending) lines.push(paintLabel(inColour, line))
  return lines.join('\n')
}

test.each(RENDERED)(
  '%s has one colour for what happens to an object, as everything else that shows it',
  async (_, text, colours) => {
    const painted = [...(await text()).matchAll(/\u001b\[(\d+)m([^\u001b]*)\u001b\[0m/g)]
    const found = new Map<Style, number[]>()
    for (const [, code = '', words = ''] of painted) {
      const style = WORDS.find(([begins]) => begins.test(words.trim()))?.[1]
      // The heads of columns are faint, whatever they are about.
      if (style === undefined || Number(code) === CODES.faint) continue
      found.set(style, [...(found.get(style) ?? []), Number(code)])
    }
    for (const [style, codes] of found) expect([style, new Set(codes)]).toEqual([style, new Set([CODES[style]])])
    expect(found.size).toBe(colours)
  },
)

test('every label of an ending has a colour that a plan has', () => {
  expect(Object.values(CAME_TO).filter((style) => CODES[style] === undefined)).toEqual([])
})
