import { SVGStringRenderer } from 'vega'

/**
 * A picture without a page loads nothing and has no links, so it is not drawn again when something arrives. The library
 * would do so by itself, where nobody hears of it if that fails.
 */
Object.assign(SVGStringRenderer.prototype, {
  href: () => null,
  loadImage(this: SVGStringRenderer, uri: string): unknown {
    return this._loader.loadImage(uri)
  },
})
