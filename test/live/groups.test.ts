import { expect, test } from 'vitest'
import { createClient } from '../../packages/platform/client/client.ts'
import { listGroups } from '../../src/live/lists.ts'
import { startServer } from '../support/http.ts'

const listOf = (...ids: readonly string[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  ...{ totalResults: ids.length, startIndex: 1, itemsPerPage: ids.length },
  Resources: ids.map((id) => ({
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], id, displayName: `Group ${id}`, members: [] },
  })),
})

async function groupsFrom(...ids: readonly string[]) {
  const { url } = await startServer((response) => {
    response.setHeader('content-type', 'application/scim+json')
    response.end(JSON.stringify(listOf(...ids)))
  })
  return listGroups({ client: createClient({ url, token: 'some-token', readOnly: true }) })
}

test('groups are known by their numbers', async () => {
  expect((await groupsFrom('7', '12')).map(({ id }) => id)).toEqual([7, 12])
})

/** SCIM allows any text. Taken for numbers, all such groups would be one, and their members nobody. */
test('a group whose id is no number is refused, and none of them is taken for another', async () => {
  await expect(groupsFrom('7', '1f0c-44')).rejects.toMatchObject({
    kind: 'RESPONSE_INVALID',
    message: 'the id of the group "Group 1f0c-44" is no number: "1f0c-44"',
  })
})
