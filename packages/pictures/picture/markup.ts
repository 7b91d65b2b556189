/** Safe markup, with texts that were escaped when it was made. */
export interface Markup {
  readonly markup: string
}

type Child = Markup | string | undefined
type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** Control characters, bidi marks and lone surrogates. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeXml = (text: string): string =>
  text.replace(UNSAFE, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** An element. Texts and attributes are escaped; the name is trusted. */
export function h(
  name: string,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): Markup {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [value === true ? ` ${key}` : ` ${key}="${escapeXml(String(value))}"`],
  )
  const inside = children.flat().map((child) => (typeof child === 'string' ? escapeXml(child) : (child?.markup ?? '')))
  return {
    markup: VOID.has(name) ? `<${name}${given.join('')}>` : `<${name}${given.join('')}>${inside.join('')}</${name}>`,
  }
}

const VOID: ReadonlySet<string> = new Set(['meta', 'link', 'br', 'hr', 'img', 'input', 'source'])

/** Trusted markup that was made here: a style, a drawing. */
export const trusted = (markup: string): Markup => ({ markup })

export const page = (head: readonly Markup[], body: readonly Markup[], language = 'en'): string =>
  `<!doctype html>\n${h('html', { lang: language }, h('head', {}, ...head), h('body', {}, ...body)).markup}\n`
