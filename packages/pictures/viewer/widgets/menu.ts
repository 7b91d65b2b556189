import { drillsOf } from '../data/details.ts'
import { isMap } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { make } from '../dom.ts'
import type { Given } from './context.ts'
import { type Picture, pictureIn, pngOf, svgText } from './picture.ts'
import { questionsOf } from './question.ts'

interface Item {
  readonly label: string
  readonly act: () => Promise<void> | void
}

/** The button that opens a widget's menu. The menu itself is only made when it is opened: there may be 200. */
export function createMenu(given: Given, widget: HTMLElement): HTMLElement {
  const button = make('button', {
    ...{ type: 'button', class: 'bw-rows bw-more', title: 'More' },
    ...{ 'aria-label': `More of ${given.name}`, 'aria-expanded': 'false' },
  })
  let opened: AbortController | undefined
  button.addEventListener('click', () => {
    if (opened) return opened.abort()
    opened = new AbortController()
    const { signal } = opened
    const close = (): void => {
      opened?.abort()
      button.focus()
    }
    const items = box(itemsFor(given, widget), noteOn(widget), close)
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && relatedTarget !== button && !items.contains(relatedTarget)) opened?.abort()
    }
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    for (const each of [button, items]) {
      each.addEventListener('focusout', leave, { signal })
      each.addEventListener('keydown', press, { signal })
    }
    signal.addEventListener('abort', () => {
      opened = undefined
      button.setAttribute('aria-expanded', 'false')
      widget.classList.remove('bw-above')
      items.remove()
    })
    button.setAttribute('aria-expanded', 'true')
    widget.classList.add('bw-above')
    button.after(items)
  })
  return button
}

/** What there is to know of a picture, for those who look for it. */
const noteOn = (widget: HTMLElement): string =>
  widget.querySelector<HTMLElement>('.bw-body[data-note]')?.dataset['note'] ?? ''

function box(all: readonly Item[], note: string, done: () => void): HTMLElement {
  const told = make('p', { class: 'bw-menu-told', role: 'status' }, note)
  const buttons = all.map(({ label, act }) => {
    const button = make('button', { type: 'button', class: 'bw-menu-item' }, label)
    button.addEventListener('click', async () => {
      try {
        await act()
        done()
      } catch (cause) {
        told.textContent = `That did not work: ${cause instanceof Error ? cause.message : String(cause)}`
      }
    })
    return button
  })
  return make('div', { class: 'bw-menu' }, ...buttons, told)
}

function itemsFor(given: Given, widget: HTMLElement): Item[] {
  const { name, report, stage, show } = given
  const csv = async (): Promise<string> => (report ? csvOf(await stage.rowsOf(given.widget, report)) : '')
  const picture = pictureIn(widget)
  const isFull = document.fullscreenElement === widget
  const questions = questionsOf(report).map((each) => each.name)
  const now = widget.dataset['shows']
  const full: Item = {
    label: isFull ? 'Leave full screen' : 'Full screen',
    act: () => (isFull ? document.exitFullscreen() : widget.requestFullscreen()),
  }
  return [
    ...(document.fullscreenEnabled ? [full] : []),
    ...(now === undefined || now === 'report' ? [] : [{ label: 'Back to the report', act: () => show('report') }]),
    ...(drillsOf(report, stage.scene).length > 0 ? [{ label: 'Details', act: () => show('details') }] : []),
    ...(questions.length > 0 ? [{ label: `Show ${questions.join(' and ')}`, act: () => show('question') }] : []),
    { label: 'Copy as CSV', act: async () => navigator.clipboard.writeText(await csv()) },
    { label: 'Download as CSV', act: async () => saveText(`${name}.csv`, 'text/csv', await csv()) },
    ...(picture ? picturesOf(picture, name) : []),
  ]
}

const picturesOf = (picture: Picture, name: string): Item[] => [
  ...(picture instanceof SVGSVGElement
    ? [
        { label: 'Copy as SVG', act: () => navigator.clipboard.writeText(svgText(picture)) },
        { label: 'Download as SVG', act: () => saveText(`${name}.svg`, 'image/svg+xml', svgText(picture)) },
      ]
    : []),
  {
    label: 'Copy as PNG',
    act: async () => navigator.clipboard.write([new ClipboardItem({ 'image/png': await pngOf(picture) })]),
  },
  { label: 'Download as PNG', act: async () => save(`${name}.png`, await pngOf(picture)) },
]

const saveText = (name: string, type: string, text: string): void =>
  save(name, new Blob([text], { type: `${type};charset=utf-8` }))

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  make('a', { href: address, download: name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-') }).click()
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** As in RFC 4180. A text that a spreadsheet would take for a formula is marked as text. */
export function csvOf({ columns, rows }: Rows): string {
  const names =
    columns.length > 0
      ? columns.map(({ name }) => name)
      : [...new Set(rows.slice(0, 20).flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','))
  return [names.map(cell).join(','), ...lines, ''].join('\r\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = isMap(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  const plain = /^[=+\-@\t\r]/.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
