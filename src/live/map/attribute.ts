import type { UserAttribute } from '@boardwright/platform'
import type { Attribute } from '../../content/model.ts'

export const attributeFromWire = ({
  name,
  type,
  displayName,
  description,
  defaultValue,
}: UserAttribute): Attribute => ({
  ...{ name, type },
  ...(displayName ? { displayName } : {}),
  ...(description ? { description } : {}),
  ...(defaultValue == null ? {} : { default: defaultValue }),
})

/** What an update of these units sends. What the file leaves out is cleared. */
export const fromAttribute = (attribute: Attribute, units: readonly string[]) => ({
  ...(units.includes('displayName') ? { displayName: attribute.displayName ?? null } : {}),
  ...(units.includes('description') ? { description: attribute.description ?? null } : {}),
  ...(units.includes('default') ? { defaultValue: attribute.default ?? null } : {}),
})
