import type { Audience, Key } from '../../content/model.ts'
import { fromEmbedAccess, toEmbedAccess } from '../map/embed-access.ts'
import { isKind, isUnsure } from './repeat.ts'
import type { State } from './state.ts'

/** Gives or takes embed access, one audience at a time. That there is nothing to change is a refusal, and no failure. */
export async function share(state: State, key: Key, audience: string, action: Audience): Promise<void> {
  const path = { ...state.path, workbookId: state.require(key) }
  const isSo = async (): Promise<boolean> =>
    toEmbedAccess(await state.client.workbooks.getEmbedAccess({ path }), [audience])[audience] === action
  for (const body of fromEmbedAccess({ [audience]: action })) {
    for (let tries = 1; ; tries += 1) {
      try {
        await state.client.workbooks.updateEmbedAccess({ path, body })
        break
      } catch (cause) {
        if (!isKind(cause, 'REJECTED') && !isUnsure(cause)) throw cause
        if (await isSo()) break
        if (isKind(cause, 'REJECTED') || tries >= 5) throw cause
      }
    }
  }
}
