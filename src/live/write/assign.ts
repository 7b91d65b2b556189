import { type Key, reportKey } from '../../content/model.ts'
import { BoardwrightError } from '../../errors.ts'
import { isError } from './repeat.ts'
import type { State } from './state.ts'

/** Gives a workbook its missing slug, and changes nothing else. */
export async function assignSlug(state: State, key: Key, slug: string): Promise<void> {
  const { client, path } = state
  await taken(key, slug, () =>
    client.workbooks.updateWorkbook({ path: { ...path, workbookId: state.require(key) }, body: { slug } }),
  )
}

/** Gives a report its missing public id, which is permanent. */
export async function assignPublicId(state: State, id: string, publicId: string): Promise<void> {
  const { client, path } = state
  const key = reportKey(id)
  await taken(key, publicId, () =>
    client.reports.updateReport({ path: { ...path, reportId: state.require(key) }, body: { publicId } }),
  )
}

async function taken(key: Key, name: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (cause) {
    if (!isError(cause, 'CONFLICT')) throw cause
    throw new BoardwrightError('CONFLICT', `${key} cannot get "${name}": another object has it`, {
      cause,
      hint: 'Give it another one in its file, and adopt again.',
    })
  }
}
