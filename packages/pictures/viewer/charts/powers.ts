/**
 * Takes from this page what no policy of a browser takes away yet: connections between browsers, and pages within this
 * one, which would have them still.
 */

for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
  Reflect.deleteProperty(globalThis, name)

const HOLDS_PAGE = /^(?:.*:)?(?:iframe|frame|frameset|object|embed|portal|fencedframe)$/i

const refuse = (name: string): void => {
  if (HOLDS_PAGE.test(name)) throw new Error('A chart holds no page.')
}
const { createElement, createElementNS } = Document.prototype
const guarded = {
  createElement(this: Document, name: string): Element {
    const text = String(name)
    refuse(text)
    return createElement.call(this, text)
  },
  createElementNS(this: Document, space: string | null, name: string): Element {
    const text = String(name)
    refuse(text)
    return createElementNS.call(this, space, text)
  },
}
for (const [name, value] of Object.entries(guarded))
  Object.defineProperty(Document.prototype, name, { value, writable: false, configurable: false })
