import type { ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { objectOf } from '../json.ts'
import { addAll } from '../many.ts'
import { showUnsafe } from './characters.ts'
import { type Finding, findLostColour } from './check.ts'
import { yamlLibrary } from './library.ts'
import type { YamlLimits } from './limits.ts'
import type { Counted } from './quick.ts'
import { isRefusedNumber, plainValue } from './scalar.ts'

/** The JSON value of a syntax tree. A key is always literal text: `1:`, `yes:` and `null:` too. */
export function toValue(
  root: ParsedNode | null,
  limits: Pick<YamlLimits, 'depth' | 'entries'>,
  source: string,
): Counted & { readonly findings: Finding[] } {
  const { isMap, isScalar, isSeq } = yamlLibrary()
  const findings: Finding[] = []
  let entries = 0
  let tooMany: number | undefined
  const countEntry = (at: number): void => {
    entries += 1
    if (entries > limits.entries) tooMany ??= at
  }
  const find = (kind: Finding['kind'], message: string, node: ParsedNode, first?: number): void => {
    const [from, to] = node.range
    findings.push({ kind, message, from, to, ...(first === undefined ? {} : { first }) })
  }

  function read(node: ParsedNode | null, depth: number): unknown {
    if (isScalar(node)) return readScalar(node)
    if (node === null || !(isMap(node) || isSeq(node))) return null
    if (depth < limits.depth) return isMap(node) ? readMap(node, depth) : readList(node, depth)
    find('YAML_TOO_DEEP', `is nested deeper than ${limits.depth}`, node)
    return null
  }

  function readList(list: YAMLSeq.Parsed, depth: number): unknown[] {
    return list.items.map((item) => {
      countEntry(item.range[0])
      return read(item, depth + 1)
    })
  }

  function readScalar(node: Scalar.Parsed): unknown {
    const text = textOf(node)
    if (node.type !== 'PLAIN') return text
    if (text === '') addAll(findings, findLostColour(source, node.range[0]))
    if (isRefusedNumber(text)) find('YAML_NUMBER', `${text.slice(0, 40)} is not a number that JSON can hold`, node)
    return plainValue(text)
  }

  function readMap(map: YAMLMap.Parsed, depth: number): unknown {
    const seen = new Map<string, number>()
    const items: [string, unknown][] = []
    for (const { key: node, value } of map.items) {
      countEntry(node.range[0])
      const key = readKey(node)
      const first = key === undefined ? undefined : seen.get(key)
      if (first !== undefined) find('YAML_DUPLICATE_KEY', `the key "${shortened(key)}" is here twice`, node, first)
      const item = read(value, depth + 1)
      if (key === undefined || first !== undefined) continue
      seen.set(key, node.range[0])
      items.push([key, item])
    }
    return objectOf(items)
  }

  function readKey(node: ParsedNode): string | undefined {
    if (!isScalar(node)) {
      if (isMap(node) && isTemplate(source, node)) findings.push(templateAt(source, node))
      else if (isMap(node) || isSeq(node)) find('YAML_KEY', 'a key must be text, not a map or a list', node)
      return undefined
    }
    const text = textOf(node)
    if (node.type !== 'PLAIN') return text
    if (text === '') find('YAML_KEY', 'a key is missing before the ":"', node)
    if (text === '<<') find('YAML_FORBIDDEN', 'merge keys are not allowed', node)
    return text
  }

  const value = read(root, 0)
  return { value, findings, ...(tooMany === undefined ? {} : { tooMany }) }
}

/** An unquoted `{{ }}`. */
const isTemplate = (source: string, { range: [from] }: ParsedNode): boolean => source.slice(from - 1, from + 1) === '{{'

function templateAt(source: string, { range: [from, to] }: ParsedNode): Finding {
  const end = source.indexOf('}}', from) + 2
  const text = source.slice(from - 1, end < 2 ? to : end)
  const hint = `Put it in quotes: "${shortened(text)}".`
  return { kind: 'YAML_KEY', message: 'a template in braces is read as a map', from: from - 1, to, hint }
}

const textOf = (node: Scalar.Parsed): string => String(node.value)

const shortened = (key = ''): string => showUnsafe(key.length > 60 ? `${key.slice(0, 60)}...` : key)
