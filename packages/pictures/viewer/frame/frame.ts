import { failureText, type Place } from './failure.ts'
import { makeModules, resolvePath } from './modules.ts'
import { PROVIDED, provide } from './provided.ts'
import { listen, say } from './talk.ts'

/** Runs an app. No other page runs people's code: this page's headers give it no network and no origin. */

interface App {
  readonly entry?: string | null
  readonly html?: string | null
  readonly files?: Readonly<Record<string, string>> | null
}

function start({ app: given, theme }: Readonly<Record<string, unknown>>): void {
  const app = given as App
  const files = app.files ?? {}
  document.documentElement.dataset['theme'] = String(theme)
  const pathOf = new Map<string, string>()
  const fail = (cause: unknown, place?: Place): void => say({ say: 'failed', text: failureText(cause, pathOf, place) })
  window.addEventListener('error', ({ error, message, filename, lineno }) =>
    fail(error ?? message, { address: filename, line: lineno }),
  )
  window.addEventListener('unhandledrejection', ({ reason }) => fail(reason))
  new ResizeObserver(tellHeight).observe(document.documentElement)
  try {
    const scripts = showHtml(app.html ?? '<div id="root"></div>')
    const entry = entryOf(app, scripts, files)
    const inline = scripts
      .filter((script) => !script.hasAttribute('src'))
      .map((script, index): [string, string] => [`inline-${index}.js`, script.textContent ?? ''])
    const { addressOf, missing } = makeModules({ ...files, ...Object.fromEntries(inline) }, PROVIDED, pathOf)
    const entries = [...inline.map(([path]) => path), ...(entry === undefined ? [] : [entry])].map(addressOf)
    if (missing.size > 0) throw new Error(`it needs ${[...missing].join(', ')}, which is not on this page`)
    void run(entries, fail)
  } catch (cause) {
    fail(cause)
  }
}

/** Of what is on the page. What stands outside of the flow counts only if it has to be scrolled to. */
function tellHeight(): void {
  const { offsetHeight, scrollHeight, clientHeight } = document.documentElement
  say({ say: 'tall', height: scrollHeight > clientHeight ? scrollHeight : offsetHeight })
}

/** Shows the page around the app. Its scripts are taken out, and run once the page is complete. */
function showHtml(html: string): HTMLScriptElement[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const scripts = [...page.querySelectorAll('script')]
  for (const script of scripts) script.remove()
  document.documentElement.lang = page.documentElement.lang || 'en'
  document.title = page.title
  document.head.append(...[...page.head.children].filter(({ tagName }) => /^(style|title)$/i.test(tagName)))
  document.body.replaceChildren(...page.body.childNodes)
  for (const element of document.body.querySelectorAll('*')) hearInline(element)
  return scripts.filter(({ type }) => type === '' || /module|javascript/.test(type))
}

/** Moves code out of attributes: the policy forbids it there, because a nested page would inherit the permission. */
function hearInline(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    if (!name.startsWith('on')) continue
    element.removeAttribute(name)
    const call = new Function('event', value)
    element.addEventListener(name.slice('on'.length), (event) => call.call(element, event))
  }
}

function entryOf(
  { entry }: App,
  scripts: readonly HTMLScriptElement[],
  files: Readonly<Record<string, string>>,
): string | undefined {
  const wanted = entry ?? scripts.find((script) => script.hasAttribute('src'))?.getAttribute('src') ?? undefined
  if (wanted === undefined) return undefined
  const found = resolvePath('', `./${wanted.replace(/^\.?\//, '')}`, files)
  if (found === undefined) throw new Error(`its entry ${wanted} is not among its files`)
  return found
}

async function run(entries: readonly string[], fail: (cause: unknown) => void): Promise<void> {
  for (const entry of entries) {
    try {
      await import(entry)
    } catch (cause) {
      return failWithPlace(entry, () => fail(cause))
    }
  }
  requestAnimationFrame(() => say({ say: 'drawn' }))
}

/**
 * A module that does not parse fails without a place if imported, but with one (as a window error) if an element loads
 * it. Nothing runs twice.
 */
function failWithPlace(entry: string, fail: () => void): void {
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', src: entry, onload: fail, onerror: fail })
  document.head.append(script)
}

provide()
listen(start)
say({ say: 'ready' })
