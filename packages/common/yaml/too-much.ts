import { counted } from '../counted.ts'
import { JsonNumber } from '../json.ts'
import { YAML_LIMITS } from './limits.ts'
import { printYaml } from './print.ts'

/** No text that is shorter becomes too long when it is printed. */
const SHORT = 50_000

/** Why a value is too much for a file that could be read again. `spare` are entries that the file has besides. */
export function tooMuchForFile(value: unknown, spare: number): string | undefined {
  const most = YAML_LIMITS.entries - spare
  const { entries, characters } = sizeOf(value)
  if (entries > most) return `has more than ${counted(most)} keys and list items, too many for a file`
  const isLong = characters > SHORT && printYaml(value).length > YAML_LIMITS.size
  return isLong ? 'is too long for a file' : undefined
}

interface Size {
  readonly entries: number
  readonly characters: number
}

function sizeOf(value: unknown): Size {
  const size = { entries: 0, characters: 0 }
  const add = (part: unknown): void => {
    if (typeof part === 'string') size.characters += part.length
    if (typeof part !== 'object' || part === null || part instanceof JsonNumber) return
    for (const [key, item] of Object.entries(part)) {
      size.entries += 1
      size.characters += key.length
      add(item)
    }
  }
  add(value)
  return size
}
