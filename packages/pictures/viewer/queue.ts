interface Task {
  readonly element: HTMLElement
  readonly draw: () => Promise<void>
}

export interface Queue {
  readonly add: (element: HTMLElement, draw: () => Promise<void>) => void
  /** What waits is drawn in the order in which it now stands on the page. */
  readonly arrange: () => void
  readonly stop: () => void
}

/** Draws one thing after another, or a few at once, visible ones first, yielding to the page in between. */
export function createQueue(atOnce = 1, begins?: Promise<void>): Queue {
  let waiting: Task[] = []
  let running = 0
  let isStopped = false
  const run = async (): Promise<void> => {
    running += 1
    await begins
    for (;;) {
      await breath()
      if (isStopped) return
      const next = waiting.find(({ element }) => isNear(element)) ?? waiting[0]
      if (!next) break
      waiting = waiting.filter((each) => each !== next)
      if (next.element.isConnected) await next.draw()
    }
    running -= 1
  }
  return {
    add(element, draw) {
      waiting.push({ element, draw })
      if (running < atOnce) void run()
    },
    arrange() {
      waiting.sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    },
    stop() {
      isStopped = true
      waiting = []
    },
  }
}

const breath = (): Promise<void> => {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

function isNear(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect()
  return width > 0 && bottom > -200 && top < window.innerHeight + 200
}
