import { describe, expect, test } from 'vitest'
import { isOff, OWN_RULES, SEVERITIES, type Weight, weighed } from '../../src/config/severity.ts'
import type { Problem } from '../../src/content/problem.ts'

const ANYWHERE = { at: { file: 'content/archive/old.report.yaml' }, message: 'm' } as const
const NEW: Problem = { ...ANYWHERE, kind: 'MEMBER_UNKNOWN', fault: 'f' }
const WARNED: Problem = { ...ANYWHERE, kind: 'LAYOUT_INVALID', warning: true }
const BROKEN: Problem = { ...ANYWHERE, kind: 'SCHEMA' }

const asError = ({ kind }: Problem): Problem => ({ ...ANYWHERE, kind })
const asWarning = ({ kind }: Problem): Problem => ({ ...ANYWHERE, kind, warning: true })

const CASES: readonly [string, readonly Weight[], Problem, readonly Problem[]][] = [
  ['no rule', [], NEW, [NEW]],
  ['a rule of another kind', [{ rule: 'plain-id', severity: 'off' }], NEW, [NEW]],
  ['an error if it is new', [{ rule: 'member-unknown', severity: 'error' }], NEW, [NEW]],
  ['an error, wherever it came from', [{ rule: 'member-unknown', severity: 'always' }], NEW, [asError(NEW)]],
  ['a warning, also where it is new', [{ rule: 'member-unknown', severity: 'warning' }], NEW, [asWarning(NEW)]],
  ['off', [{ rule: 'member-unknown', severity: 'off' }], NEW, []],
  ['a warning made an error', [{ rule: 'layout-invalid', severity: 'always' }], WARNED, [asError(WARNED)]],
  [
    'a warning made an error if it is new',
    [{ rule: 'layout-invalid', severity: 'error' }],
    WARNED,
    [{ ...WARNED, isErrorIfNew: true }],
  ],
  [
    'a rule of the house by its name',
    [{ rule: 'owner', severity: 'off' }],
    { ...NEW, kind: 'RULE', rule: 'owner' },
    [],
  ],
  ['what cannot be read with', [{ rule: 'schema', severity: 'off' }], BROKEN, [BROKEN]],
  ['its directory', [{ rule: 'member-unknown', severity: 'off', path: 'content/archive' }], NEW, []],
  ['a glob', [{ rule: 'member-unknown', severity: 'off', path: 'content/**/*.report.yaml' }], NEW, []],
  ['another directory', [{ rule: 'member-unknown', severity: 'off', path: 'content/sales' }], NEW, [NEW]],
  [
    'the last one that covers it',
    [
      { rule: 'member-unknown', severity: 'off' },
      { rule: 'member-unknown', severity: 'always', path: 'content/archive' },
      { rule: 'member-unknown', severity: 'warning', path: 'content/sales' },
    ],
    NEW,
    [asError(NEW)],
  ],
]

describe('how serious a problem is', () => {
  test.each(CASES)('%s', (_what, rules, problem, expected) => {
    expect(weighed([problem], rules)).toEqual(expected)
  })

  test('every rule can have every severity, but an error that stops reading has no rule', () => {
    for (const rule of OWN_RULES)
      for (const severity of SEVERITIES) expect(weighed([BROKEN], [{ rule, severity }])).toEqual([BROKEN])
  })
})

test.each<[string, Weight[], boolean]>([
  ['is not weighed', [{ rule: 'other', severity: 'off' }], false],
  ['is off', [{ rule: 'size', severity: 'off' }], true],
  [
    'is off after all',
    [
      { rule: 'size', severity: 'error' },
      { rule: 'size', severity: 'off' },
    ],
    true,
  ],
  ['is off in one place', [{ rule: 'size', severity: 'off', path: 'content/archive' }], false],
  [
    'is off but for one place',
    [
      { rule: 'size', severity: 'off' },
      { rule: 'size', severity: 'error', path: 'content/sales' },
    ],
    false,
  ],
])('a rule that %s', (_, weights, expected) => {
  expect(isOff('size', weights)).toBe(expected)
})
