export { type Catalog, type CatalogEntry, type CatalogMember, catalogOf, joinsOf, ownGranularities } from './catalog.ts'
export { type Fields, isFields, itemsOf, textOf } from './fields.ts'
export { isTemplate, type ModelFile, type ModelText, mayDefine, type UnreadModelFile } from './files.ts'
export { definedIn, type Member, type Model, memberCalled, NAMED_LISTS, readModel } from './model.ts'
export { referencesIn, sqlTexts } from './references.ts'
export { titleOf } from './titles.ts'
export {
  cubeOf,
  type Item,
  itemsIn,
  MEMBER_LISTS,
  type MemberItem,
  MOST_IN_A_CHAIN,
  type Owner,
  ownersIn,
  ownMembers,
  shownBy,
  type Whole,
  type Wholes,
  wholesOf,
} from './whole.ts'
