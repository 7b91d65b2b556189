import { type CompiledEntry, type CompiledMember, type Members, valueType } from './members.ts'

/** What the data API says about a model. Members that are not public are not shown. */
export const describeModel = ({ entries }: Members): object => ({ cubes: entries.map(describeEntry) })

function describeEntry({ name, kind, title, description, members }: CompiledEntry): object {
  const shown = members.filter((member) => member.public)
  const list = (wanted: CompiledMember['kind']): object[] =>
    shown.filter((member) => member.kind === wanted).map((member) => describeMember(title, member))
  return {
    name,
    type: kind,
    title,
    ...(description === undefined ? {} : { description }),
    isVisible: true,
    public: true,
    measures: list('measure'),
    dimensions: list('dimension'),
    segments: list('segment'),
    hierarchies: list('hierarchy'),
  }
}

function describeMember(owner: string, member: CompiledMember): object {
  const { name, kind, type, title, description, from } = member
  return {
    name,
    title: `${owner} ${title}`,
    shortTitle: title,
    ...(description === undefined ? {} : { description }),
    isVisible: true,
    public: true,
    ...(kind === 'measure' ? { aggType: type } : {}),
    ...(kind === 'measure' || kind === 'dimension' ? { type: valueType(member) } : {}),
    ...(from === undefined ? {} : { aliasMember: from }),
  }
}

/** Describes the columns of an answer, by their names in its rows. */
export function annotate(members: Members, names: readonly string[]): Record<string, object> {
  const entries = names.map((name): [string, object][] => {
    const member = members.byName.get(name)
    return member ? [[name, { title: member.title, shortTitle: member.title, type: valueType(member) }]] : []
  })
  return Object.fromEntries(entries.flat())
}
