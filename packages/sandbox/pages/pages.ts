import { hash } from 'node:crypto'
import {
  CHARTS_HEADERS,
  chartsPage,
  FRAME_HEADERS,
  framePage,
  pageHeaders,
  type Scene,
  SKETCH_HEADERS,
  viewerFile,
  viewerPage,
} from '@boardwright/pictures'
import { sketchDashboard, type Thumbnails } from '@boardwright/pictures/draw'
import { type Context, Hono } from 'hono'
import type { Live } from '../control/live.ts'
import type { RequestLog } from '../control/requests.ts'
import { Refusal } from '../http/refusal.ts'
import type { Env } from '../http/respond.ts'
import type { Platform } from '../platform.ts'
import { findPublished } from '../store/embed/visible-dashboard.ts'
import { embeddedScene } from './embed.ts'
import { indexPage, messagePage } from './index-page.ts'
import { readOverview } from './overview.ts'
import { sceneOf } from './scene.ts'
import { PLAIN_HEADERS } from './style.ts'

const FILES = '/viewer/'
const FRAME = '/viewer/frame'

interface Shown {
  readonly requests: RequestLog
  readonly thumbnails: Thumbnails
  readonly live: Live | undefined
}

/** Pages for browsers on this machine. They are not part of the API, and not in its log of requests. */
export function pageRoutes(platform: Platform, { requests, thumbnails, live }: Shown): Hono<Env> {
  const pages = new Hono<Env>({ strict: false })
  const answer = (path: string, run: (c: Context<Env>) => Response | Promise<Response>): void => {
    pages.get(path, async (c) => {
      if (!isLocal(c.req.header('host'))) return plain(403, messagePage('Not here', 'This host name is not answered.'))
      try {
        return await run(c)
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause
        return plain(cause.status, messagePage(titleOf(cause.status), cause.message))
      }
    })
  }

  answer('/', async () => {
    const deployments = await readOverview(platform)
    const facts = {
      url: platform.url,
      now: platform.clock.stamp(),
      deployments,
      requests: requests.list(),
      happenings: live?.list(),
    }
    return plain(200, indexPage(facts))
  })
  answer('/d/:publicId', async (c) => {
    const scene = await sceneOf(platform, findPublished(platform, c.req.param('publicId') ?? ''), null)
    return shown({ ...scene, frameAt: FRAME }, pageHeaders(), BACK)
  })
  answer('/thumbnail/:publicId/:mode', async (c) => {
    const name = c.req.param('publicId') ?? ''
    const scene = await sceneOf(platform, findPublished(platform, name), null)
    const png = await thumbnails.draw(name, scene, c.req.param('mode') === 'dark')
    return pictureAnswer(png, c.req.header('if-none-match'))
  })
  answer('/sketch/:publicId/:mode', async (c) => {
    const scene = await sceneOf(platform, findPublished(platform, c.req.param('publicId') ?? ''), null)
    return new Response(sketchDashboard(scene, c.req.param('mode') === 'dark'), { headers: SKETCH_HEADERS })
  })
  answer('/embed/dashboard/:publicId', async (c) => {
    const [session, locale, timezone] = ['session', 'locale', 'timezone'].map((name) => c.req.query(name) ?? null)
    const asked = {
      publicId: c.req.param('publicId') ?? '',
      session: session ?? null,
      locale: locale ?? null,
      timezone: timezone ?? null,
    }
    const scene = await embeddedScene(platform, asked)
    return shown({ ...scene, frameAt: FRAME }, pageHeaders({ ancestors: '*' }))
  })
  answer(FRAME, () => new Response(framePage(FILES), { headers: FRAME_HEADERS }))
  answer(`${FRAME}/charts`, () => new Response(chartsPage(FILES), { headers: CHARTS_HEADERS }))
  answer(`${FILES}:name`, (c) => fileAnswer(c.req.param('name') ?? ''))
  return pages
}

/** A page of somebody else in the same browser could reach this machine under a host name of its own. */
const isLocal = (host = ''): boolean => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)

const titleOf = (status: number): string =>
  ({ 401: 'This session is not valid', 403: 'Not allowed', 404: 'There is no such dashboard' })[status] ?? 'Refused'

const plain = (status: number, text: string): Response => new Response(text, { status, headers: PLAIN_HEADERS })

const BACK = { href: '/', text: 'All dashboards of this sandbox' }

function shown(scene: Scene, headers: Readonly<Record<string, string>>, back?: typeof BACK): Response {
  const { title, locale: lang } = scene
  return new Response(viewerPage({ title, at: FILES, lang, scene, back, charts: `${FRAME}/charts` }), { headers })
}

function fileAnswer(name: string): Response {
  const file = viewerFile(name)
  if (file === undefined)
    return plain(404, messagePage('No such file', 'The viewer was not built: npm run build makes it.'))
  return new Response(Uint8Array.from(file.bytes), { headers: file.headers })
}

/** A page that reloads itself gets a picture again only if it is another one. */
function pictureAnswer(png: Uint8Array, known: string | undefined): Response {
  const etag = `"${hash('sha256', png)}"`
  const headers = {
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag,
  }
  return known === etag ? new Response(null, { status: 304, headers }) : new Response(Uint8Array.from(png), { headers })
}
