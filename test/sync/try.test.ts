import { test } from 'vitest'
import { formatYaml } from '/work/main/src/serialize/yaml/format.ts'
import { readYaml } from '/work/main/src/serialize/yaml/read.ts'
test('x', () => {
  const t = `meta:
  # above /meta/a b
  a b: '' # beside /meta/a b
query: {}

# above /name
name: '&a'
`
  const v = readYaml(t, 'f').value as any
  try { console.log(formatYaml(t, {name: v.name, query: v.query, meta: v.meta})) } catch (e) { console.log(e) }
  try { console.log(formatYaml(t, v)) } catch (e) { console.log(e) }
})
