import * as react from 'preact/compat'
import * as client from 'preact/compat/client'
import * as jsxRuntime from 'preact/compat/jsx-runtime'
import { useReport } from './report.ts'

const PACKAGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': react,
  'react-dom/client': client,
  '@platform/dashboard': { useReport },
}

/** Packages available to an app, provided by this page. */
export const PROVIDED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, exported]) => {
    const all = `globalThis.__boardwright.packages[${JSON.stringify(name)}]`
    const named = Object.keys(exported)
      .filter((each) => each !== 'default')
      .map((each) => `export const ${each} = all.${each}`)
    return [name, [`const all = ${all}`, ...named, 'export default all'].join('\n')]
  }),
)

export function provide(): void {
  Object.defineProperty(globalThis, '__boardwright', { value: { packages: PACKAGES } })
  // APIs that are only good for getting data out, and that no policy forbids yet.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
    Reflect.deleteProperty(globalThis, name)
}
