/** Messages between the page and an app's frame. */
interface Asked {
  readonly done: (rows: readonly unknown[]) => void
  readonly fail: (cause: Error) => void
}

const waiting = new Map<number, Asked>()
let count = 0

export const say = (message: Readonly<Record<string, unknown>>): void =>
  window.parent.postMessage({ boardwright: 1, ...message }, '*')

export const askRows = (report: string): Promise<readonly unknown[]> =>
  new Promise((done, fail) => {
    count += 1
    waiting.set(count, { done, fail })
    say({ say: 'rows', report, id: count })
  })

export function listen(start: (message: Readonly<Record<string, unknown>>) => void): void {
  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window.parent || data?.boardwright !== 1) return
    if (data.say === 'there?') say({ say: 'here' })
    if (data.say === 'start') start(data)
    if (data.say !== 'rows') return
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (typeof data.error === 'string') asked?.fail(new Error(data.error))
    else asked?.done(data.rows)
  })
}
