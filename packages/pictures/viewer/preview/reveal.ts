/** Opens the tab or fold that something sits in, and scrolls to it. */
export function reveal(element: HTMLElement): void {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true
    const tab = at.hidden ? document.getElementById(at.getAttribute('aria-labelledby') ?? '') : undefined
    tab?.click()
  }
  element.scrollIntoView({ block: 'center', inline: 'nearest' })
}
