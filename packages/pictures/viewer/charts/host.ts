import type { SceneReport } from '../../scene.ts'
import type { Picked } from '../data/choices.ts'
import { isMap } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { make } from '../dom.ts'
import { Told } from '../told.ts'
import type { Asked, Hand, Looked, Said, Size, Wanted } from './talk.ts'

/** The page's side of the frame that draws its charts. There is one frame, which its page begins to load at once. */

const CHARTS = 'bw-charts'

/** The time for one chart. */
const SECONDS = 30

interface Link {
  readonly frame: HTMLIFrameElement
  readonly ready: Promise<void>
  readonly hears: Map<number, (said: Said) => void>
  readonly over: AbortController
}

let current: Link | undefined
let count = 0

function linkTo(frameAt: string | undefined): Link {
  if (current?.frame.isConnected) return current
  const written = document.getElementById(CHARTS)
  const frame = written instanceof HTMLIFrameElement ? written : makeFrame(frameAt)
  const hears: Link['hears'] = new Map()
  const over = new AbortController()
  const { signal } = over
  const ready = new Promise<void>((done) => {
    const listen = ({ source, data }: MessageEvent): void => {
      // The frame can send anything: only these messages, and only from it, are handled.
      if (source !== frame.contentWindow || !isMap(data) || data['boardwright'] !== 1) return
      if (data['say'] === 'ready') done()
      else hears.get(Number(data['id']))?.(data as unknown as Said)
    }
    window.addEventListener('message', listen, { signal })
  })
  current = { frame, ready, hears, over }
  endIfFocused(current)
  post(current, { ask: 'there?' })
  return current
}

/** Removes the frame, and with it every chart in it. */
function end({ frame, over }: Link, why: string): void {
  frame.remove()
  over.abort(new Told(`It was stopped: ${why}.`))
}

/** No chart needs the keyboard. One that took it would hear what people type on the page. */
function endIfFocused(link: Link): void {
  const { signal } = link.over
  let left: EventTarget | null = null
  const onLeave = ({ target }: FocusEvent): void => {
    left = target
  }
  const onBlur = (): void => {
    if (document.activeElement !== link.frame) return
    end(link, 'it took the keyboard')
    if (left instanceof HTMLElement) left.focus()
  }
  window.addEventListener('focusout', onLeave, { signal })
  window.addEventListener('blur', onBlur, { signal })
}

function makeFrame(frameAt: string | undefined): HTMLIFrameElement {
  if (frameAt === undefined) throw new Told('Charts are not drawn on this page.')
  const src = `${frameAt}/charts`
  const attributes = {
    sandbox: 'allow-scripts',
    referrerpolicy: 'no-referrer',
    allow: '',
    title: 'Charts',
    inert: true,
  }
  const frame = make('iframe', { id: CHARTS, src, ...attributes })
  document.body.append(frame)
  return frame
}

const post = ({ frame }: Link, asked: Asked): void =>
  frame.contentWindow?.postMessage({ boardwright: 1, ...asked }, '*')

export interface RemoteChart {
  readonly draw: (wanted: Wanted) => Promise<void>
  readonly resize: (size: Size) => void
  readonly pick: (picked: readonly Picked[]) => void
  readonly hand: (hand: Hand) => void
  readonly close: () => void
}

type Later = Extract<Said, { say: 'drawn' | 'tip' | 'picked' | 'holds' }>

/** Has the frame look at a chart. What it says of it later goes to `hear`. */
export async function openRemote(
  frameAt: string | undefined,
  report: SceneReport,
  { columns, rows }: Rows,
  hear: (said: Later) => void,
): Promise<{ readonly looked: Looked; readonly chart: RemoteChart }> {
  const link = linkTo(frameAt)
  await link.ready
  const id = ++count
  let answered: ((said: Said) => void) | undefined
  link.hears.set(id, (said) => {
    if (said.say === 'looked' || said.say === 'opened' || said.say === 'failed') answered?.(said)
    else if (said.say !== 'ready') hear(said)
  })
  const ask = (asked: Asked): Promise<Said> =>
    new Promise((done, fail) => {
      const timer = window.setTimeout(() => end(link, `it takes longer than ${SECONDS} seconds`), SECONDS * 1_000)
      const onEnd = (): void => fail(link.over.signal.reason)
      link.over.signal.addEventListener('abort', onEnd)
      answered = (said) => {
        window.clearTimeout(timer)
        link.over.signal.removeEventListener('abort', onEnd)
        if (said.say !== 'failed') return done(said)
        const text = String(said.text).slice(0, 2_000)
        return fail(said.isTold === true ? new Told(text) : new Error(text))
      }
      post(link, asked)
    })
  const close = (): void => {
    link.hears.delete(id)
    post(link, { ask: 'close', id })
  }
  try {
    const looked = readLooked(await ask({ ask: 'look', id, report, rows: { columns, rows } }))
    return {
      looked,
      chart: {
        draw: async (wanted) => void (await ask({ ask: 'draw', id, wanted })),
        resize: (size) => post(link, { ask: 'size', id, size }),
        pick: (picked) => post(link, { ask: 'pick', id, picked }),
        hand: (hand) => post(link, { ask: 'hand', id, hand }),
        close,
      },
    }
  } catch (cause) {
    close()
    throw cause
  }
}

function readLooked(said: Said): Looked {
  if (said.say !== 'looked') throw new Error('the frame of charts does not make sense')
  const { fault, kind, count, isEmpty } = said
  return {
    fault: fault === undefined ? undefined : String(fault).slice(0, 2_000),
    kind: String(kind).slice(0, 100),
    count: Number(count),
    isEmpty: isEmpty === true,
  }
}
