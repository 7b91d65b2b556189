import type { Audience, Key } from '../../content/model.ts'
import { fromEmbedAccess, toEmbedAccess } from '../map/embed-access.ts'
import { isError, lookBeforeRepeating } from './repeat.ts'
import type { State } from './state.ts'

/**
 * Grants or revokes embed access for one audience. If the platform refuses because nothing would change, that is no
 * failure.
 */
export async function share(state: State, key: Key, audience: string, action: Audience): Promise<void> {
  const path = { ...state.path, workbookId: state.require(key) }
  const isSo = async (): Promise<true | undefined> =>
    toEmbedAccess(await state.client.workbooks.getEmbedAccess({ path }), [audience])[audience] === action || undefined
  for (const body of fromEmbedAccess({ [audience]: action })) {
    const send = async (): Promise<true> => {
      await state.client.workbooks.updateEmbedAccess({ path, body })
      return true
    }
    try {
      await lookBeforeRepeating(state, send, isSo)
    } catch (cause) {
      if (!isError(cause, 'REJECTED') || !(await isSo())) throw cause
    }
  }
}
