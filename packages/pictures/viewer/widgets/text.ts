import { Marked } from 'marked'
import { textAt } from '../data/free.ts'
import { make, style } from '../dom.ts'
import type { Draw } from './context.ts'
import { fadeAtEdges } from './edges.ts'
import { sanitise } from './sanitise.ts'

const MARKDOWN = new Marked({ gfm: true, breaks: false })
const ALIGN = new Set(['left', 'center', 'right', 'justify'])

/** Renders Markdown, in lines that are nearer to each other if it has too little room. HTML in it is sanitised as in reports. */
export const drawText: Draw = (body, { widget, name }) => {
  const text =
    textAt(widget.config, 'markdown') ?? textAt(widget.config, 'text') ?? textAt(widget.config, 'content') ?? ''
  const html = MARKDOWN.parse(text, { async: false })
  const prose = make(
    'div',
    { class: 'bw-scroll bw-prose', tabindex: 0, role: 'group', 'aria-label': name },
    sanitise(html),
  )
  lowerHeadings(prose)
  const align = textAt(widget.config, 'align')
  if (align !== undefined && ALIGN.has(align)) style(prose, { 'text-align': align })
  body.append(prose)
  body.classList.add('bw-filled')
  const fit = (): void => {
    prose.classList.remove('bw-tight')
    prose.classList.toggle('bw-tight', prose.scrollHeight > prose.clientHeight)
  }
  fit()
  const watch = new ResizeObserver(fit)
  watch.observe(body)
  const ended = fadeAtEdges(prose)
  return () => {
    watch.disconnect()
    ended()
  }
}

/** The page already has a title, so the headings of a text go one level down. */
function lowerHeadings(prose: HTMLElement): void {
  for (const heading of prose.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.tagName.slice(1))
    heading.setAttribute('role', 'heading')
    heading.setAttribute('aria-level', String(Math.min(6, level + 1)))
  }
}
