import { readYaml } from '@boardwright/common/yaml'
import { type Member, type Model, memberCalled } from '@boardwright/platform/model'

/** A member of the data model, with its line as far as that can be seen. */
export interface MemberPlace {
  readonly name: string
  readonly kind?: string | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
}

/** Where a member is defined, also if the name is one of a view that includes it. */
export function placeOfMember(model: Model, name: string): MemberPlace {
  const chain = chainOf(model, name)
  const written = chain.findLast((each) => each.written)?.written
  const found = written && model.read.find(({ file }) => file === written.file)
  if (!written || !found) return { name, kind: chain[0]?.kind }
  const { line } = readYaml(found.text, found.file).placeOf(written.path).at
  return { name, kind: chain[0]?.kind, file: found.file, line }
}

/** A member, the one that it repeats, and so on. */
function chainOf(model: Model, name: string): Member[] {
  const chain: Member[] = []
  for (let at = memberCalled(model, name); at && !chain.includes(at); at = memberCalled(model, at.of ?? ''))
    chain.push(at)
  return chain
}
