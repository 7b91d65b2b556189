import { make } from '../dom.ts'

/** A button that shows what is rarely chosen. It closes when somebody turns to something else. */
export function createMenu(name: string, ...items: readonly HTMLElement[]) {
  // An `output` would take the clicks on it for itself.
  const told = make('span', { class: 'pv-size', role: 'status' })
  const summary = make('summary', { class: 'pv-step' }, name, told)
  const again = make('span', { class: 'pv-again' })
  const element = make(
    'details',
    { class: 'pv-menu' },
    summary,
    make('div', { class: 'pv-menu-items' }, ...items, again),
  )
  const close = (): void => {
    element.open = false
  }
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && element.contains(target))) close()
  })
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close()
  })
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !element.open) return
    event.stopPropagation()
    close()
    summary.focus()
  })
  return {
    element,
    /** Said on the button, of which a narrow page keeps the first word, and in the menu. */
    tell(text: string): void {
      if (told.textContent === text) return
      const [word = '', ...rest] = text.split(/(?=, )/)
      told.replaceChildren(word, make('span', { class: 'pv-rest' }, ...rest))
      again.textContent = text
    },
  }
}
