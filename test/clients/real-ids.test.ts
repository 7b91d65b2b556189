import { expect, test } from 'vitest'

const { reached } = await import(`${import.meta.dirname}/real-ids.mjs`)

test('a request counts for the most literal path that fits it', () => {
  const paths = { '/books/{id}': { get: {}, put: {} }, '/books/by-slug': { get: {} } }
  const asked = (method: string, path: string, status = 200) => ({ method, path, status })
  const never = (...requests: object[]): string[] => reached({ paths }, requests).never
  expect(never(asked('GET', '/books/by-slug'), asked('PUT', '/books/1'))).toEqual(['GET /books/{id}'])
  expect(never(asked('GET', '/books/1?all'), asked('PUT', '/books/by-slug', 404))).toEqual([
    'GET /books/by-slug',
    'PUT /books/{id}',
  ])
})
