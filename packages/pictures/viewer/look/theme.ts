import { style } from '../dom.ts'
import { isClear, lookOf, type Mode, type Theme, widgetLook } from './look.ts'

export type { Mode, Theme } from './look.ts'

const supports = (property: string, value: string): boolean => CSS.supports(property, value)

export function applyTheme(root: HTMLElement, given: unknown, mode: Mode): Theme {
  const { theme, properties } = lookOf(given, mode, supports)
  style(root, properties)
  return theme
}

export function applyWidgetStyle(element: HTMLElement, given: unknown, mode: Mode): void {
  if (isClear(given)) element.classList.add('bw-clear')
  style(element, widgetLook(given, mode, supports))
}
