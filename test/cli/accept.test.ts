import { describe, expect, test } from 'vitest'
import { ACCEPT, ACCEPT_WORDS } from '../../src/plan/accept.ts'
import { runHere } from '../support/in-process.ts'

describe('--accept', () => {
  test.each([
    ['apply', 'ui-edit', '--accept does not take "ui-edit": did you mean "ui-edits"?'],
    ['apply', 'everything', '--accept does not take "everything"'],
    ['apply', 'deletes', '--accept deletes needs the number of objects that may be deleted'],
    ['apply', 'deletes=', '--accept deletes needs the number of objects that may be deleted'],
    ['apply', 'deletes=-1', '--accept deletes needs the number of objects that may be deleted'],
    ['apply', 'deletes=all', '--accept deletes needs the number of objects that may be deleted'],
    ['apply', 'ui-edits,newer', 'Give it once for each: --accept ui-edits --accept newer.'],
    ['apply', 'ui-edits=overwrite', '--accept does not take "ui-edits=overwrite"'],
    ['plan', 'uncommitted', 'plan has nothing to accept by "uncommitted", which is for apply, promote, restore'],
    ['promote', 'direct-push', 'promote has nothing to accept by "direct-push", which is for apply'],
    ['restore', 'ui-edits', 'restore has nothing to accept by "ui-edits", which is for plan, apply, promote'],
  ])('%s --accept %s is refused with what it takes', async (command, word, message) => {
    const more = { promote: ['--from', 'a', '--to', 'b'], restore: ['run'] }[command] ?? []
    const { code, stdout, stderr } = await runHere([command, ...more, '--accept', word], { env: {} })
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
    if (!/deletes|,/.test(word)) expect(stderr).toContain(`${command} takes --accept`)
  })

  test.each(ACCEPT_WORDS)('%s stands with its meaning in the help of each command that takes it', async (word) => {
    for (const command of ACCEPT[word].by) {
      const { stdout } = await runHere([command, '--help'], { env: {} })
      expect(stdout.replace(/\s+/g, ' ')).toContain(`${word === 'deletes' ? 'deletes=N' : word} ${ACCEPT[word].means}`)
    }
  })

  test.each([
    ['--ui-edits', 'Use --accept ui-edits'],
    ['--overwrite-newer', 'Use --accept newer'],
    ['--adopt-model', 'Use --accept model'],
    ['--break', 'Use --accept broken-uses'],
    ['--first-apply', 'Use --accept first-apply'],
    ['--allow-deletes', 'Use --accept deletes=N'],
    ['--allow-dirty', 'Use --accept uncommitted'],
    ['--allow-direct-push', 'Use --accept direct-push'],
    ['--as-approved', 'Use --approve pull-request'],
  ])('%s is answered with the word', async (flag, hint) => {
    const { code, stderr } = await runHere(['apply', flag], { env: {} })
    expect(code).toBe(64)
    expect(stderr).toContain(hint)
  })
})
