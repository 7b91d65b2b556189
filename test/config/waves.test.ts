import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { shown, written } from './support.ts'

const TARGETS = `  prod: {url: https://acme.example, deployment: 1}
  a: {url: https://a.example, deployment: 1, labels: [early, eu]}
  b: {url: https://b.example, deployment: 1, labels: [eu]}
  c: {url: https://c.example, deployment: 1}
  c-model: {url: https://c.example, deployment: 1, content: off}
`
const FILES = ['d', 'e', 'f'].map((name) =>
  written(`url: https://${name}.example\ndeployment: 1\n`, `targets/us/${name}.yaml`),
)

const read = (waves: string) =>
  readConfig(
    written(`version: 1
project: acme
projectId: 7f3kQ2m9
home: prod
targetFiles: [targets/**/*.yaml]
targets:
${TARGETS}waves:
${waves}`),
    FILES,
    '2026-11-20',
  )
const wavesOf = (text: string) => {
  const { config, problems } = read(text)
  expect(problems.map(shown)).toEqual([])
  return config?.waves ?? []
}
const namesOf = (text: string) => wavesOf(text).map(({ targets }) => targets.join(' '))

describe('waves', () => {
  test('are not judged while it is not known which targets there are', () => {
    const document = written(`version: 1
project: acme
projectId: 7f3kQ2m9
home: prod
variables: 7
targets:
${TARGETS}waves:
  - {targets: [prod]}
  - {labels: [eu]}
`)
    expect(readConfig(document, [], '2026-11-20').problems.map(({ message }) => message)).toEqual([
      '"variables" must be a map, not 7',
    ])
  })

  test('take a number by name, a share rounded up, and the rest', () => {
    expect(namesOf('  - {size: 1}\n  - {size: 25%}\n  - {size: rest}\n')).toEqual(['a', 'b c c-model', 'd e f prod'])
  })

  test('name targets, labels and files, and everything else goes last', () => {
    expect(
      namesOf('  - {targets: [prod]}\n  - {labels: [early]}\n  - {files: [targets/us/*], size: 2}\n  - {}\n'),
    ).toEqual(['prod', 'a', 'd e', 'b c c-model f'])
    expect(namesOf("  - {targets: ['c*'], labels: [eu]}\n")).toEqual(['a b c c-model'])
  })

  test('keep the targets of one deployment together, whatever the size', () => {
    expect(namesOf("  - {targets: ['c*'], size: 1}\n  - {}\n")).toEqual(['c c-model', 'a b d e f prod'])
  })

  test('say how long to soak, and what must be true', () => {
    const [first, second] = wavesOf(
      '  - {size: 1, soak: 10m, gate: [applied, held at most 3, {run: ./smoke.sh}]}\n  - {name: all}\n',
    )
    expect(first).toMatchObject({
      ...{ number: 1, name: 'wave 1', soakMs: 600_000 },
      gate: [{ kind: 'applied' }, { kind: 'held', most: 3 }, { kind: 'command', run: './smoke.sh' }],
    })
    expect(second).toMatchObject({
      ...{ number: 2, name: 'all', soakMs: 0 },
      gate: [{ kind: 'applied' }, { kind: 'no errors' }, { kind: 'held', most: 0 }],
    })
  })

  test.each([
    [
      'a target that is named twice',
      '  - {targets: [a]}\n  - {targets: [b, a]}\n',
      'boardwright.yaml:14:19+1 TARGET_CLASH: "a" is in wave 1 already (Name it in one wave only.)',
    ],
    [
      'two targets of one tenant',
      '  - {targets: [c]}\n  - {targets: [b, c-model]}\n',
      'boardwright.yaml:14:5+23 TARGET_CLASH: "c" is in wave 1 and "c-model" in wave 2, but both write to one deployment (Put both into the same wave.)',
    ],
    ['nothing left', '  - {}\n  - {}\n', 'WAVE_EMPTY: wave 2 is empty: earlier waves already have all its targets'],
    ['an empty list', '  - {targets: []}\n', 'WAVE_EMPTY: wave 1 is empty: no target matches it'],
    ['an unknown label', '  - {labels: [earli]}\n', 'no target has the label "earli" (did you mean "early"?)'],
    ['another one', '  - {labels: [asia]}\n', 'no target has the label "asia" (labels are early, eu)'],
    ['an unknown target', '  - {targets: [prd]}\n', 'TARGET_UNKNOWN: no target matches "prd" (did you mean "prod"?)'],
    ['no such file', '  - {files: [eu/*]}\n', 'no target is declared in a file that matches "eu/*"'],
    ['an invalid size', '  - {size: 5.5%}\n', 'must be a number of targets, a share such as `5%`, or `rest`'],
    ['no target at all', '  - {size: 0}\n', 'must be at least 1'],
    ['an invalid soak', '  - {soak: soon}\n', 'must be a time such as `30s`, `10m`, `2h` or `1d`'],
    ['an unknown gate', '  - {gate: [healthy]}\n', 'must be `applied`, `no errors`, `held at most N`, or `run:`'],
    ['an empty gate', '  - {gate: []}\n', 'must not be empty'],
    ['a typo', '  - {lables: [eu]}\n', 'unknown key "lables" (did you mean "labels"?)'],
  ])('%s is refused', (_, text, message) => {
    const { config, problems } = read(text)
    expect(config).toBeUndefined()
    expect(problems.map(shown).join('\n')).toContain(message)
  })
})
