import { makeModules, resolvePath } from './modules.ts'
import { PROVIDED, provide } from './provided.ts'
import { listen, say } from './talk.ts'

/** Runs an app. This is the only page where code of people runs: its headers give it no network and no origin. */

interface App {
  readonly entry?: string | null
  readonly html?: string | null
  readonly files?: Readonly<Record<string, string>> | null
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

function start({ app: given, theme }: Readonly<Record<string, unknown>>): void {
  const app = given as App
  const files = app.files ?? {}
  document.documentElement.dataset['theme'] = String(theme)
  try {
    const scripts = showHtml(app.html ?? '<div id="root"></div>')
    const entry = entryOf(app, scripts, files)
    const inline = scripts
      .filter((script) => !script.hasAttribute('src'))
      .map((script, index): [string, string] => [`inline-${index}.js`, script.textContent ?? ''])
    const { addressOf, missing } = makeModules({ ...files, ...Object.fromEntries(inline) }, PROVIDED)
    const entries = [...inline.map(([path]) => path), ...(entry === undefined ? [] : [entry])].map(addressOf)
    if (missing.size > 0) throw new Error(`it needs ${[...missing].join(', ')}, which is not on this page`)
    void run(entries)
  } catch (cause) {
    say({ say: 'failed', text: textOf(cause) })
  }
}

/** The page around the app. Its scripts are taken out: they run when all of it is there. */
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

/** The policy of this page allows no code in attributes: a page inside this one would have it too. */
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

async function run(entries: readonly string[]): Promise<void> {
  try {
    for (const entry of entries) await import(entry)
    requestAnimationFrame(() => say({ say: 'drawn' }))
  } catch (cause) {
    say({ say: 'failed', text: textOf(cause) })
  }
}

provide()
window.addEventListener('error', ({ message }) => say({ say: 'failed', text: message }))
window.addEventListener('unhandledrejection', ({ reason }) => say({ say: 'failed', text: textOf(reason) }))
listen(start)
say({ say: 'ready' })
