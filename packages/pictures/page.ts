import { readPackageFile } from '@boardwright/common/machine'
import type { Scene } from './scene.ts'

/** Pages for browsers: the viewer's files, the pages that hold it, and their permissions. */

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
}

export interface PageFile {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** The name holds a hash of the contents, so they never change. */
const HASHED_NAME = /-[0-9A-Z]{8}\.js$/

export function viewerFile(name: string): PageFile | undefined {
  const type = TYPES[/^[\w-]+\.(js|css|json)$/.exec(name)?.[1] ?? '']
  const bytes = type === undefined ? undefined : readPackageFile(`dist/viewer/${name}`)
  if (type === undefined || bytes === undefined) return undefined
  const headers = {
    'content-type': type,
    'cache-control': HASHED_NAME.test(name) ? 'max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    // The frame of an app has no origin, and must still read this one file.
    'cross-origin-resource-policy': 'cross-origin',
  }
  return { headers, bytes }
}

interface Policy {
  /** Which pages may frame this one. */
  readonly ancestors?: string | undefined
}

/** A page may run the viewer's own code and talk to its own server: nothing else. */
export const pageHeaders = ({ ancestors = "'none'" }: Policy = {}): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; '),
  ...QUIET,
})

const QUIET = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
} as const

/** A sketch. Opened by itself, it is a page: it may only have the colours of its shapes. */
export const SKETCH_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** A page without scripts. */
export const STATIC_HEADERS: Readonly<Record<string, string>> = {
  ...SKETCH_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
}

/** The page that an app runs in: an opaque origin, and no network. */
export const FRAME_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    // No inline scripts: a nested page would inherit the permission, and could still reach what was removed here.
    "script-src 'self' 'unsafe-eval' blob:",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  ...QUIET,
}

/** The page that draws charts: the same, and it makes no code of texts. */
export const CHARTS_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    // Markup would be another way to make pages within this one, where what its script removed is still there.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  ...QUIET,
}

export interface PageOptions {
  readonly title: string
  /** The path of the viewer's files: `/viewer/`. */
  readonly at: string
  readonly lang?: string | undefined
  /** What the page shows. Without it, the page's script asks for it. */
  readonly scene?: Scene | undefined
  /** Where the page is one of many. */
  readonly back?: { readonly href: string; readonly text: string } | undefined
  readonly script?: 'viewer' | 'preview' | undefined
  /** What the script will request first: the browser loads it along with the script. */
  readonly asks?: string | undefined
  /** The path of the frame that draws charts. The browser loads it from the beginning, beside everything else. */
  readonly charts: string
}

export const viewerPage = ({
  title,
  at,
  lang = 'en',
  scene,
  back,
  script = 'viewer',
  asks,
  charts,
}: PageOptions): string => `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${STYLES[script].map((name) => `<link rel="stylesheet" href="${escapeHtml(at)}${name}.css">`).join('\n')}
${aheadFor(script)
  .map((file) => `<link rel="modulepreload" href="${escapeHtml(at)}${file}">`)
  .join('\n')}
${asks === undefined ? '' : `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(asks)}">`}
</head>
<body>
${back === undefined ? '' : `<nav class="bw-back" aria-label="Pages"><a href="${escapeHtml(back.href)}">${escapeHtml(back.text)}</a></nav>`}
<main id="boardwright"></main>
<iframe id="bw-charts" src="${escapeHtml(charts)}" sandbox="allow-scripts" referrerpolicy="no-referrer" allow="" title="Charts" inert></iframe>
${scene === undefined ? '' : `<script type="application/json" id="scene">${escapeJson(scene)}</script>`}
<script type="module" src="${escapeHtml(at)}${script}.js"></script>
</body>
</html>
`

const STYLES = { viewer: ['viewer'], preview: ['viewer', 'preview'] } as const

/** The files that the first chart needs, as the bundler lists them: they load side by side, not one after the other. */
function aheadFor(script: string): readonly string[] {
  const bytes = readPackageFile('dist/viewer/ahead.json')
  const all = bytes === undefined ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string[]>)
  return all[script] ?? []
}

export const framePage = (at: string): string => scriptPage('App', `${at}frame.js`)
/** Its drawings are shown by the page around it: here they need no place. */
export const chartsPage = (at: string): string => scriptPage('Charts', `${at}charts.js`, false)

const scriptPage = (title: string, script: string, isSeen = true): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><script defer src="${escapeHtml(script)}"></script></head>
<body${isSeen ? '' : ' hidden'}></body>
</html>
`

/** JSON that cannot end a script element. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
