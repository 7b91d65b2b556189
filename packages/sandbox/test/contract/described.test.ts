import { expect, test } from 'vitest'
import { openContract } from './support.ts'

const { call, sandbox } = openContract()

interface Operation {
  readonly requestBody?: { readonly required: boolean }
  readonly security?: readonly object[]
}
type Described = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Ids that no path has: a body is read before anything is looked up. */
const somewhere = (path: string): string =>
  path
    .replace('{deploymentId}', '2')
    .replace('{publicId}', 'zzzzzzzzzzzz')
    .replace('{sourceDashboardPublicId}', 'zzzzzzzzzzzz')
    .replaceAll(/\{\w+\}/g, '999999')

const describedPaths = async (): Promise<Described> => (await call('GET', '/api/v1/spec')).body['paths'] as Described

test('the document says which bodies may be left out, as requests without one find out', async () => {
  const different: string[] = []
  let asked = 0
  for (const [path, methods] of Object.entries(await describedPaths()))
    for (const [method, { requestBody, security = [] }] of Object.entries(methods)) {
      if (!requestBody || path.includes('/upload/file')) continue
      asked += 1
      const scheme = security.some((each) => 'apiKeyAuth' in each) ? 'Api-Key' : 'Bearer'
      const headers = { authorization: `${scheme} ${sandbox().keys.admin}` }
      const { status, text } = await call(method.toUpperCase(), somewhere(path), { as: 'nobody', headers })
      const isRefused = status === 400 && /(?:Invalid input|expected|is required)/.test(text)
      if (isRefused !== requestBody.required) different.push(`${method} ${path}: ${status} ${text}`)
    }
  expect(different).toEqual([])
  expect(asked).toBeGreaterThan(60)
})

test('Allow has the methods that the document has', async () => {
  sandbox().controls.setSwitches({ embedUserAttributes: 'present' })
  const paths = await describedPaths()
  const isAt = (described: string, path: string): boolean =>
    new RegExp(`^${described.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  for (const path of Object.keys(paths)) {
    const all = Object.entries(paths).filter(([described]) => isAt(described, somewhere(path)))
    const there = [...new Set(all.flatMap(([, methods]) => Object.keys(methods)))].map((each) => each.toUpperCase())
    const other = METHODS.find((method) => !there.includes(method))
    if (other === undefined) continue
    const { status, headers } = await call(other, somewhere(path))
    expect([path, status, headers.get('allow')?.split(', ')]).toEqual([path, 405, there.toSorted()])
  }
})
