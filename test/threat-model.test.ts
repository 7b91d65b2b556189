import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Each row of the threat model names its tests: a file, and a part of a name in it. */
const rows = readFileSync('docs/threat-model.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Who '))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

test('every row names who, what, what stops it, and which test shows it', () => {
  expect(rows.length).toBeGreaterThan(35)
  for (const row of rows) {
    expect(row, row.join(' | ')).toHaveLength(4)
    for (const cell of row) expect(cell.trim(), row.join(' | ')).not.toBe('')
  }
})

test.each(rows.map(([who = '', what = '', , tests = '']) => [who, what, tests]))('%s could %s', (_, what, tests) => {
  for (const cell of tests.split('<br>')) {
    const [, file = '', name = ''] = /^`((?:packages\/\w+\/)?test\/[\w./-]+)` (\S.*)$/.exec(cell) ?? []
    expect(file, `${what}: ${cell}`).not.toBe('')
    expect(existsSync(file), file).toBe(true)
    expect(readFileSync(file, 'utf8'), file).toContain(name)
  }
})

test('it covers a fork, a forged check, a planted link and a planted repository', () => {
  const text = rows.flat().join('\n')
  for (const attack of ['fork', 'green check', 'link', 'bare repository', '`__proto__`', 'redirect', 'artifact']) {
    expect(text).toContain(attack)
  }
})
