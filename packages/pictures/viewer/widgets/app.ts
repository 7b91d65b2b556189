import type { SceneReport } from '../../scene.ts'
import { isMap } from '../data/free.ts'
import { make, style } from '../dom.ts'
import type { Stage } from './context.ts'

export interface AppView {
  readonly element: HTMLElement
  readonly destroy: () => void
}

/** Tells the page around it, with the reason. */
export const STOPPED = 'bw-stopped'

/** An app is asked this often whether it is still there. One that leaves so many questions unanswered is stopped. */
const ASK_MS = 1_000
const MOST_UNANSWERED = 8

/** An app in a frame of its own: it can run scripts, but reaches neither the network nor this page. */
export function drawApp(stage: Stage): AppView {
  const { scene } = stage
  const name = scene.dashboard.title ?? scene.title
  const element = make('div', { class: 'bw-app', 'data-drawn': 'false' })
  if (!scene.dashboard.app) return { element: tell(element, 'This app has no files.'), destroy: () => undefined }
  if (scene.frameAt === undefined)
    return { element: tell(element, 'Apps are not run on this page.'), destroy: () => undefined }
  const frame = make('iframe', {
    src: scene.frameAt,
    title: name,
    sandbox: 'allow-scripts',
    referrerpolicy: 'no-referrer',
    allow: '',
  })
  element.append(frame)
  let unanswered = 0
  let timer: number | undefined
  const post = (message: object): void => frame.contentWindow?.postMessage({ boardwright: 1, ...message }, '*')
  const stop = (text: string, why = text): void => {
    end()
    element.dispatchEvent(new CustomEvent(STOPPED, { bubbles: true, detail: why }))
    tell(element, text)
  }
  const hear = ({ source, data }: MessageEvent): void => {
    // An app can send anything: only these messages, and only from its frame, are handled.
    if (source !== frame.contentWindow || !isMap(data) || data['boardwright'] !== 1) return
    unanswered = 0
    watch()
    if (data['say'] === 'ready') post({ say: 'start', app: scene.dashboard.app, theme: stage.theme.mode })
    if (data['say'] === 'tall') style(frame, { 'min-height': `${heightOf(data['height'])}px` })
    if (data['say'] === 'drawn') element.dataset['drawn'] = 'true'
    if (data['say'] === 'failed') {
      const why = String(data['text']).slice(0, 500)
      stop(`The app stopped: ${why}`, why)
    }
    if (data['say'] === 'rows') void answer(stage, String(data['report']), post, data['id'])
  }
  /** From when it can answer: how long its page takes to load depends on the line. */
  const watch = (): void => {
    timer ??= window.setInterval(ask, ASK_MS)
  }
  const ask = (): void => {
    if (document.hidden) unanswered = 0
    if (unanswered === MOST_UNANSWERED) stop('The app does not answer any more, and was stopped.')
    else post({ say: 'there?' })
    unanswered += 1
  }
  const end = (): void => {
    window.clearInterval(timer)
    window.removeEventListener('message', hear)
    frame.remove()
  }
  window.addEventListener('message', hear)
  frame.addEventListener('load', watch)
  return { element, destroy: end }
}

/** As tall as what is in it, so that nothing of it has to be looked for. One that grows with its frame ends there. */
const TALLEST = 6_000
const heightOf = (said: unknown): number => (typeof said === 'number' && said > 0 ? Math.min(TALLEST, said) : 0)

function tell(element: HTMLElement, text: string): HTMLElement {
  element.replaceChildren(make('div', { class: 'bw-notice', role: 'alert' }, make('p', {}, text)))
  element.dataset['drawn'] = 'true'
  return element
}

/** Sends the rows of a report that the app names by its public id. */
async function answer(
  { scene, rowsOf }: Stage,
  named: string,
  post: (message: object) => void,
  id: unknown,
): Promise<void> {
  const found = Object.entries(scene.reports).find(([key, { publicId }]) => publicId === named || key === named)
  try {
    if (!found) throw new Error(`there is no report ${named}`)
    post({ say: 'rows', id, rows: (await rowsOf(widgetFor(...found), found[1])).rows })
  } catch (cause) {
    post({ say: 'rows', id, error: cause instanceof Error ? cause.message : String(cause) })
  }
}

const widgetFor = (report: string, { publicId }: SceneReport) => ({
  ...{ id: publicId ?? report, type: 'CHART', report },
  position: { x: 0, y: 0, w: 1, h: 1 },
})
