import { type Company, companyOf } from '../../company/company.ts'
import { type CompanyModel, modelOfMembers } from '../../company/model.ts'
import type { Scene, SceneMember } from '../../scene.ts'

const NO_MEMBERS: Readonly<Record<string, SceneMember>> = {}
const models = new WeakMap<object, CompanyModel>()

/** The made-up company whose rows a scene shows. */
export function companyFor({ model, members = NO_MEMBERS }: Scene): Company {
  if (model) return companyOf(model)
  const known = models.get(members) ?? modelOfMembers(members)
  models.set(members, known)
  return companyOf(known)
}

/** The values of a dimension to choose from. */
export const valuesFor = (dimension: string, scene: Scene): string[] =>
  companyFor(scene)
    .valuesOf(dimension)
    .flatMap((value) => (value === null ? [] : [String(value)]))
