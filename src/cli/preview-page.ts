import { homedir } from 'node:os'
import process from 'node:process'
import type { ReachOptions } from '../project/target/connect.ts'
import { untilStopped } from './interrupt.ts'
import { today } from './options.ts'
import { note, result, warn } from './output.ts'
import { connectOptions, settings } from './settings.ts'

export interface PreviewOptions {
  readonly target?: string | undefined
  readonly data?: 'sample' | 'live'
  readonly port?: number | undefined
  readonly open?: true | undefined
  readonly json?: true | undefined
  /** The page to open first, as the address of the preview says it. */
  readonly at?: string | undefined
  /** The environment to find keys in, if not that of the program. */
  readonly env?: ReachOptions['env'] | undefined
  /** What to print when it is there, instead of what is usual. */
  readonly ready?: ((url: string) => void) | undefined
}

/** Shows the dashboards in a browser, until the command is stopped. */
export async function runPreview(
  directory: string,
  { target, data = 'sample', port, open, json, at, env, ready }: PreviewOptions,
): Promise<void> {
  const [{ openPreview }, { startPreview }] = await Promise.all([
    import('../previews/page/open.ts'),
    import('../previews/server/server.ts'),
  ])
  const { signal, stopped } = stopping()
  let changed = (): void => {}
  const source = await openPreview(directory, {
    ...{ ...connectOptions(), ...(env && { env }), today: today(), target, data, signal },
    onChange: () => changed(),
  })
  try {
    const preview = await startPreview(source, { port })
    changed = preview.changed
    const url = at === undefined ? preview.url : `${preview.url}/#/${at}`
    if (ready) ready(url)
    else result(json ? JSON.stringify({ format: 1, url }) : `Preview at ${url}\nCtrl-C stops it.`)
    if (open) await openBrowser(url)
    await stopped
    await preview.close()
  } finally {
    await source.close()
  }
  if (!json && !ready) note('Preview stopped.')
}

/** Aborts requests to the platform when the command stops. */
function stopping(): { readonly signal: AbortSignal; readonly stopped: Promise<void> } {
  const stop = new AbortController()
  const { deadline } = settings()
  return {
    signal: AbortSignal.any([stop.signal, ...(deadline ? [deadline] : [])]),
    stopped: untilStopped().then(() => stop.abort()),
  }
}

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** The environment that a browser needs for its screen, user and language. It never includes a token. */
const NEEDED: ReadonlySet<string> = new Set(
  ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'BROWSER'].concat(
    ['DISPLAY', 'XAUTHORITY', 'DESKTOP_SESSION', 'PATHEXT', 'COMSPEC', 'SYSTEMROOT', 'WINDIR'],
    ['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
  ),
)
const NEEDED_OF = ['LC_', 'XDG_', 'DBUS_', 'WAYLAND_', 'WSL']

const isNeeded = (name: string): boolean =>
  NEEDED.has(name.toUpperCase()) || NEEDED_OF.some((prefix) => name.startsWith(prefix))

/** Without a screen, what opens a browser would wait for one, or start one that is made of text. */
const hasScreen = (): boolean =>
  process.platform in OPENERS || ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some((name) => process.env[name])

async function openBrowser(url: string): Promise<void> {
  if (!hasScreen()) return warn(`There is no screen here. Open ${url} in a browser.`)
  const { spawn } = await import('node:child_process')
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open']
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)))
  // Some systems look for programs in the working directory too, so it does not start in the project.
  const options = { stdio: 'ignore', detached: true, cwd: homedir(), env } as const
  const child = spawn(program ?? 'xdg-open', [...before, url], options)
  child.on('error', () => warn(`No browser could be opened. Open ${url} yourself.`))
  child.unref()
}
