import type { Model } from '@boardwright/platform/model'
import type { Problem } from '../../content/problem.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import { type Members, readMembers } from '../members.ts'
import { modelFaults } from './faults.ts'

/** A data model, what queries can name of it, and what is wrong with it. */
export interface JudgedModel {
  readonly model: Model
  readonly members: Members
  readonly problems: readonly Problem[]
}

/** By whoever judges: we, or a compiler. */
export type JudgeModel = (files: TreeFiles) => JudgedModel | Promise<JudgedModel>

export function judgeTreeModel(files: TreeFiles): JudgedModel {
  const model = readTreeModel(files)
  return { model, members: readMembers(model), problems: modelFaults(model) }
}
