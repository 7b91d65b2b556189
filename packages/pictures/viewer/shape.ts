type Value = string | number | undefined

/** An element of a drawing, before it becomes part of a page or a file. */
export interface Shape {
  readonly tag: string
  readonly attributes: Readonly<Record<string, Value>>
  readonly children: readonly (Shape | string)[]
}

export const shape = (
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly (Shape | string)[]
): Shape => ({ tag, attributes, children })
