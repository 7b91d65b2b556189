/** A key that is pressed alone, and not to write something. */
export function isOrdinary({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping = target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
  return !isTyping && !ctrlKey && !metaKey && !altKey
}
