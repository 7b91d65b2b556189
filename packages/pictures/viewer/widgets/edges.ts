/** What goes on beyond an edge fades there. */
export function fadeAtSides(scroll: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth, classList } = scroll
  classList.toggle('bw-more-left', scrollLeft > 1)
  classList.toggle('bw-more-right', scrollLeft + clientWidth < scrollWidth - 1)
}

/** The same at the lower edge too, for as long as it is there. Returns what ends it. */
export function fadeAtEdges(scroll: HTMLElement): () => void {
  const look = (): void => {
    const { scrollTop, scrollHeight, clientHeight, classList } = scroll
    fadeAtSides(scroll)
    classList.toggle('bw-more-below', scrollTop + clientHeight < scrollHeight - 1)
  }
  scroll.addEventListener('scroll', look, { passive: true })
  const watch = new ResizeObserver(look)
  for (const each of [scroll, ...scroll.children]) watch.observe(each)
  look()
  return () => watch.disconnect()
}
