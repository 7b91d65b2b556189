import { numberIn, type Row, rowOf, unlessForbidden } from './answers.ts'
import type { Http } from './http.ts'

/** The user that the token belongs to; undefined for tokens that may not ask. */
export async function tokenUser(http: Http): Promise<Row | undefined> {
  const user = await http.send('GET', '/user').catch(unlessForbidden)
  return user === undefined ? undefined : rowOf(user, 'GET /user')
}

export async function tokenUserId(http: Http): Promise<number | undefined> {
  const user = await tokenUser(http)
  return user && numberIn(user, 'id', 'GET /user')
}
