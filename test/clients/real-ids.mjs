// What stands in braces in a path is an id of something that is there, or whatever a fuzzer makes up.
const METHODS = ['get', 'put', 'post', 'patch', 'delete']
const NAMED_BY = { slug: 'slug', publicId: 'publicId', embedTenantName: 'name' }

/** The description with real ids in it: as `ask(path)` answers the lists that come before each brace. */
export async function withRealIds(spec, ask) {
  const lists = new Map()
  const idsOf = async (path, name) => {
    const list = path.slice(0, path.indexOf(`{${name}}`) - 1)
    if (!lists.has(list)) lists.set(list, spec.paths[list]?.get ? await idsIn(list) : [])
    return lists.get(list).flatMap((item) => item[NAMED_BY[name] ?? 'id'] ?? [])
  }
  const idsIn = async (list) => {
    let real = list
    for (const [brace, name] of list.matchAll(/\{(\w+)\}/g)) {
      const [first] = await valuesOf(list, name)
      if (first === undefined) return []
      real = real.replace(brace, encodeURIComponent(first))
    }
    const answer = await ask(real)
    return [answer].flat().flatMap((each) => each?.items ?? each?.Resources ?? each ?? [])
  }
  const published = async () =>
    (await ask('/api/v1/deployments/2/workbooks')).items.flatMap(
      ({ publishedDashboard }) => publishedDashboard?.publicId ?? [],
    )
  const valuesOf = async (path, name) => {
    if (name === 'deploymentId') return [2]
    if (path.includes('/embed/dashboard/{publicId}') && name === 'publicId') return published()
    return idsOf(path, name)
  }
  const paths = {}
  for (const [path, operations] of Object.entries(spec.paths)) {
    paths[path] = { ...operations }
    for (const method of METHODS.filter((each) => operations[each]?.parameters)) {
      const parameters = operations[method].parameters.map(async (parameter) => {
        const real = parameter.in === 'path' ? await valuesOf(path, parameter.name) : []
        if (real.length === 0) return parameter
        const one = { enum: [...new Set(real)].slice(0, 20) }
        return { ...parameter, schema: { anyOf: [one, parameter.schema] } }
      })
      paths[path][method] = { ...operations[method], parameters: await Promise.all(parameters) }
    }
  }
  return { ...spec, paths }
}

/**
 * The operations that were answered as they should be at least once, of requests as a sandbox counts them. A request
 * counts for the path with the fewest braces that fits it.
 */
export function reached(spec, requests) {
  const operations = Object.entries(spec.paths)
    .flatMap(([path, each]) =>
      METHODS.filter((method) => each[method]).map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        braces: path.split('{').length,
        fits: new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
    )
    .toSorted((a, b) => a.braces - b.braces)
  const asked = new Set(
    requests.flatMap((each) => (each.status < 300 ? [`${each.method} ${each.path.split('?')[0]}`] : [])),
  )
  const answered = new Set([...asked].map((each) => operations.find(({ fits }) => fits.test(each))).filter(Boolean))
  return {
    all: operations.length,
    answered: answered.size,
    names: [...answered].map(({ name }) => name).toSorted(),
    never: operations.filter((each) => !answered.has(each)).map(({ name }) => name),
  }
}
