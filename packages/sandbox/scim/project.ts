type Json = Readonly<Record<string, unknown>>

/** Attributes that a request asks for or leaves out: separated by commas, or a list. */
export interface Projection {
  readonly attributes?: string | readonly string[] | null | undefined
  readonly excludedAttributes?: string | readonly string[] | null | undefined
}

/** Always returned (RFC 7643, 7: `returned`). */
const ALWAYS = ['schemas', 'id']

/** A resource, or a list of resources, reduced to what was asked for (RFC 7644, 3.9). */
export function project(body: Json, { attributes, excludedAttributes }: Projection): Json {
  const [wanted, unwanted] = [namesIn(attributes), namesIn(excludedAttributes)]
  if (wanted.length === 0 && unwanted.length === 0) return body
  const shorten = (resource: Json): Json =>
    wanted.length > 0
      ? keep(resource, wanted)
      : drop(
          resource,
          unwanted.filter((name) => !ALWAYS.includes(name)),
        )
  const { Resources } = body
  return Array.isArray(Resources) ? { ...body, Resources: Resources.map(shorten) } : shorten(body)
}

const namesIn = (names: Projection['attributes']): string[] =>
  (typeof names === 'string' ? names.split(',') : (names ?? []))
    .map((name) =>
      name
        .trim()
        .replace(/^urn:.*:/i, '')
        .toLowerCase(),
    )
    .filter((name) => name !== '')

/** `name` keeps all of it, `name.givenName` only that part. */
const keep = (resource: Json, names: readonly string[], above = ''): Json =>
  change(resource, (key, value) => {
    const name = `${above}${key.toLowerCase()}`
    if (names.includes(name) || (above === '' && ALWAYS.includes(name))) return value
    return names.some((each) => each.startsWith(`${name}.`))
      ? inside(value, (part) => keep(part, names, `${name}.`))
      : undefined
  })

const drop = (resource: Json, names: readonly string[], above = ''): Json =>
  change(resource, (key, value) => {
    const name = `${above}${key.toLowerCase()}`
    return names.includes(name) ? undefined : inside(value, (part) => drop(part, names, `${name}.`))
  })

const change = (object: Json, each: (key: string, value: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(object)
      .map(([key, value]) => [key, each(key, value)] as const)
      .filter(([, value]) => value !== undefined),
  )

function inside(value: unknown, each: (part: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((element) => inside(element, each))
  return typeof value === 'object' && value !== null ? each(value as Json) : value
}
