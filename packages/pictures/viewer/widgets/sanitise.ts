import createPurifier from 'dompurify'
import { makeLegible } from '../glyphs.ts'

/** Style properties that are allowed: nothing that moves out of its place, covers other things, or loads. */
const PROPERTIES =
  /^(color|background-color|font-(size|weight|style)|text-(align|decoration|transform)|line-height|letter-spacing|padding(-\w+)?|margin(-\w+)?|border(-(width|style|color|radius|top|right|bottom|left))?|width|max-width|display|gap|flex(-\w+)?|justify-content|align-items|vertical-align|list-style-type|opacity)$/
const HARMLESS_DISPLAY = /^(block|inline|inline-block|flex|grid|none|table|table-row|table-cell)$/
const DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,/i
const SAFE_LINK = /^(https?:|mailto:|#)/i
const LONGEST = 500_000
const WIDEST = 4_000

/**
 * HTML written by people, as safe nodes: no scripts, no style sheets of its own, nothing from the network, links that
 * open elsewhere.
 */
export function sanitise(html: string): DocumentFragment {
  const styles: string[] = []
  const purifier = createPurifier(window)
  purifier.addHook('afterSanitizeAttributes', (element) => clean(element))
  const fragment = purifier.sanitize(setAside(html.slice(0, LONGEST), styles), {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'textarea',
      'select',
      'button',
      'iframe',
      'object',
      'embed',
      'link',
      'meta',
      'base',
      'video',
      'audio',
      'source',
      'picture',
      'dialog',
      'foreignobject',
      'use',
      'image',
      'feimage',
      'animate',
      'set',
      'template',
      'slot',
    ],
    FORBID_ATTR: [
      'style',
      'srcset',
      'ping',
      'background',
      'poster',
      'autofocus',
      'tabindex',
      'accesskey',
      'contenteditable',
      'popover',
      'name',
      'role',
      'is',
      'slot',
      'part',
      'filter',
      'mask',
      'clip-path',
    ],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: true,
    SANITIZE_NAMED_PROPS: true,
  })
  for (const element of fragment.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    restyle(element, styles[Number(element.getAttribute(STYLE))] ?? '')
    element.removeAttribute(STYLE)
  }
  makeLegible(fragment)
  return fragment
}

const STYLE = 'data-bw-style'
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>?/gi
const ATTRIBUTE = /([\s"'/])([^\s"'<>/=]+)(\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * The browser reports what a policy forbids as soon as it parses it, even in a document that is never shown, so the
 * usual cases are removed first. This is no defence: whatever gets through is sanitised all the same.
 */
function setAside(html: string, styles: string[]): string {
  return html
    .replace(/<style\b[\s\S]*?(<\/style\s*>|$)/gi, '')
    .replace(/<\/?(base|meta|link)\b[^>]*>?/gi, '')
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (whole, before: string, name: string, _, value = '') => {
        if (/^on/i.test(name)) return before
        if (name.toLowerCase() !== 'style') return whole
        return `${before}${STYLE}="${styles.push(value.replace(/^["']|["']$/g, '')) - 1}"`
      }),
    )
}

function restyle(element: HTMLElement, text: string): void {
  for (const rule of text.split(';')) {
    const [property = '', ...rest] = rule.split(':')
    const [name, value] = [property.trim().toLowerCase(), rest.join(':').trim().replaceAll('&quot;', '"')]
    if (!PROPERTIES.test(name) || /url|expression|var\(|image|-\d/i.test(value)) continue
    if (name !== 'display' || HARMLESS_DISPLAY.test(value)) element.style.setProperty(name, value)
  }
}

function clean(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (/^on/i.test(name) || /url\s*\(/i.test(value)) element.removeAttribute(name)
  }
  for (const name of ['href', 'xlink:href']) {
    const target = element.getAttribute(name)
    if (target === null) continue
    if (element.tagName.toLowerCase() === 'a' && SAFE_LINK.test(target.trim())) {
      element.setAttribute('rel', 'noopener noreferrer nofollow')
      element.setAttribute('target', '_blank')
    } else element.removeAttribute(name)
  }
  const source = element.getAttribute('src')
  if (source !== null && !DATA_IMAGE.test(source)) {
    element.removeAttribute('src')
    element.setAttribute('alt', `Image not loaded: ${element.getAttribute('alt') ?? 'it is on the network'}`)
    element.classList.add('bw-no-image')
  }
  if (element.tagName.toLowerCase() === 'img' && !element.hasAttribute('alt')) element.setAttribute('alt', '')
  for (const name of ['width', 'height']) {
    if (Number.parseFloat(element.getAttribute(name) ?? '0') > WIDEST) element.removeAttribute(name)
  }
}
