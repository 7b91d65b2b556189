import { existsSync } from 'node:fs'

/** Where a Chromium may be. `BOARDWRIGHT_CHROMIUM` can name another place. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

export function findChromium({ BOARDWRIGHT_CHROMIUM: named }: NodeJS.ProcessEnv): string | undefined {
  return [...(named ? [named] : []), ...PLACES].find((place) => existsSync(place))
}
