export {
  type Catalog,
  type CatalogEntry,
  type CatalogMember,
  catalogOf,
  type Joins,
  joinsIn,
  ownGranularities,
  reachesBy,
} from './catalog.ts'
export { type Fields, textOf } from './fields.ts'
export { isTemplate, type ModelFile, type ModelText, mayDefine } from './files.ts'
export { modelSchema } from './format/json-schema.ts'
export type { Fault } from './judge/fault.ts'
export { judgeModel } from './judge/judge.ts'
export { definedIn, type Member, type Model, mayHave, memberCalled, readModel } from './model.ts'
export { titleOf } from './titles.ts'
export {
  cubeOf,
  type Item,
  MEMBER_LISTS,
  type MemberItem,
  NAMED_LISTS,
  type Owner,
  ownersIn,
  shownBy,
  type Whole,
  type Wholes,
  wholesOf,
} from './whole.ts'
