/** Elements as React describes them: as much of it as dashboards need. */
export type Props = Readonly<Record<string, unknown>>
export type Component = (props: Props) => unknown

export interface Element {
  readonly isElement: true
  readonly type: string | Component | symbol
  readonly props: Props
  readonly key: string | undefined
}

export const Fragment = Symbol('fragment')

export const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && (value as { isElement?: unknown }).isElement === true

export function createElement(type: Element['type'], given: Props | null, ...children: readonly unknown[]): Element {
  const { key, ...props } = given ?? {}
  const inner = children.length === 0 ? {} : { children: children.length === 1 ? children[0] : children }
  return {
    isElement: true,
    type,
    props: { ...props, ...inner },
    key: key === undefined || key === null ? undefined : String(key),
  }
}

export const jsx = (type: Element['type'], props: Props, key?: string): Element =>
  createElement(type, { ...props, ...(key === undefined ? {} : { key }) })

export const memo = (component: Component): Component => component
export const forwardRef =
  (render: (props: Props, ref: unknown) => unknown): Component =>
  ({ ref, ...props }) =>
    render(props, ref)

export const cloneElement = (element: Element, props: Props): Element =>
  createElement(element.type, { ...element.props, ...props, key: element.key })
export const Children = {
  toArray: (children: unknown): unknown[] =>
    [children]
      .flat(Number.POSITIVE_INFINITY)
      .filter((child) => child !== null && child !== undefined && typeof child !== 'boolean'),
  map: (children: unknown, each: (child: unknown, index: number) => unknown): unknown[] =>
    Children.toArray(children).map(each),
  count: (children: unknown): number => Children.toArray(children).length,
}
