import { expect, test } from 'vitest'
import type { Target } from '../../../src/config/model.ts'
import { connect } from '../../../src/project/target/connect.ts'

const target = { name: 'production', url: 'https://acme.example', deployment: 2 } as Target

test('with BOARDWRIGHT_READ_ONLY a command that writes ends before it sends anything', () => {
  const env = { BOARDWRIGHT_READ_ONLY: '1', BOARDWRIGHT_TOKEN: 'secret-token' }
  expect(() => connect(target, { env, readOnly: false })).toThrow(
    expect.objectContaining({ kind: 'READ_ONLY', exit: 3, message: expect.stringContaining('production') }),
  )
  for (const value of ['', '0', undefined]) {
    const unset = connect(target, { env: { ...env, BOARDWRIGHT_READ_ONLY: value }, readOnly: false })
    expect(unset.counts.POST).toBe(0)
  }
})
