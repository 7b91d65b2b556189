import type { Planned } from '../plan.ts'
import { connect, readsOnly } from '../target/connect.ts'
import { bringModel } from './bring-model.ts'
import type { ApplyOptions } from './options.ts'

/** Whether an earlier run may have left dev mode open or a merge pending. A plan shows neither. */
export const mayBeUnfinished = ({ target, live }: Planned): boolean =>
  target.dataModel !== undefined && live.modelRecord !== undefined

/** Finishes the data model of an earlier run that was cut off once all its files were on the branch. */
export async function finishModel(planned: Planned, options: ApplyOptions): Promise<void> {
  if (!mayBeUnfinished(planned) || readsOnly(options.env)) return
  const bring = options.bringModel ?? bringModel
  const client = connect(planned.target, { ...options, readOnly: false })
  try {
    const { error } = await bring({ client, planned, options })
    if (error) throw error
  } finally {
    await client.close()
  }
}
