import { expect, test } from 'vitest'
import { loadDriver } from '../../store/driver.ts'

const failing = (error: Error, code?: string) => (): never => {
  throw Object.assign(error, code === undefined ? {} : { code })
}

test('the driver opens a database', () => {
  const database = new (loadDriver())(':memory:')
  expect(database.prepare('select 1 as one').get()).toMatchObject({ one: 1 })
  database.close()
})

test.for(['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])(
  'without its binary (%s) the error says what to install',
  (code) => {
    expect(() => loadDriver(failing(new Error("Cannot find module '@libsql/x'"), code))).toThrow(
      expect.objectContaining({
        kind: 'SANDBOX_NEEDS_DATABASE',
        code: 'BW-E4004',
        hint: expect.stringContaining('npm install libsql'),
      }),
    )
  },
)

test('another failure is not hidden', () => {
  expect(() => loadDriver(failing(new TypeError('something else')))).toThrow('something else')
})
