import { objectOf } from '../../packages/common/json.ts'
import { isMap } from '../../packages/common/maps.ts'
import { printNoisy } from '../../packages/common/test/yaml/noisy.ts'
import { exactText } from '../../packages/common/test/yaml/values.ts'
import { printYaml } from '../../packages/common/yaml/print.ts'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { REPORT_SIDES } from '../../src/serialize/layout.ts'

type Value = Readonly<Record<string, unknown>>

/**
 * A tree as people might have written it: known keys in any order, comments, empty lines and quotes everywhere, long
 * texts inside their reports, tabbed containers in the older form.
 */
export function noisyTree(files: ReadonlyMap<string, string>, random: () => number): Map<string, string> {
  const noisy = new Map(files)
  for (const [file, text] of files) {
    if (!file.endsWith('.yaml')) continue
    const value = readYaml(text, file).value as Value
    const written = file.endsWith('/dashboard.yaml')
      ? withOldForms(value, random)
      : withChanges(file, value, noisy, random)
    const printed = printNoisy(shuffled(written, random), random)
    const { value: read, problems } = readYaml(printed, file)
    const isSame = problems.length === 0 && sortedText(read) === sortedText(written)
    noisy.set(file, isSame ? printed : `# top\n\n${printYaml(written)}# end\n`)
  }
  return noisy
}

/** Moves long texts into their reports. */
function withChanges(file: string, value: Value, files: Map<string, string>, random: () => number): Value {
  if (!/\/reports\/|\.report\.yaml$/.test(file)) return value
  const inside = Object.entries(REPORT_SIDES).flatMap(([ending, key]): [string, string][] => {
    const side = `${file.slice(0, -'.yaml'.length)}${ending}`
    const text = files.get(side)
    if (text === undefined || random() < 0.5) return []
    files.delete(side)
    return [[key, text.slice(0, -1)]]
  })
  return objectOf([...Object.entries(value), ...inside])
}

function withOldForms(value: Value, random: () => number): Value {
  const widgets = (value['widgets'] ?? []) as readonly Value[]
  if (widgets.length === 0) return value
  const change = (widget: Value): Value => {
    const config = widget['config']
    const isTabs = widget['type'] === 'CONTAINER' && isMap(config) && config['layout'] === 'tabs'
    return shuffled(isTabs && random() < 0.5 ? { ...widget, type: 'TABS_CONTAINER' } : widget, random)
  }
  return objectOf(Object.entries(value).map(([key, each]) => [key, key === 'widgets' ? widgets.map(change) : each]))
}

const shuffled = (value: Value, random: () => number): Value =>
  objectOf(
    Object.entries(value)
      .map((entry) => [random(), entry] as const)
      .sort(([one], [other]) => one - other)
      .map(([, entry]) => entry),
  )

const sortedText = (value: unknown): string =>
  isMap(value) ? exactText(objectOf(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))) : exactText(value)
