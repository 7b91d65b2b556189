import * as elements from './react/elements.ts'
import * as hooks from './react/hooks.ts'
import { createRoot, flushSync } from './react/root.ts'
import { useReport } from './report.ts'

const REACT = {
  ...elements,
  ...hooks,
  StrictMode: elements.Fragment,
  isValidElement: elements.isElement,
  useLayoutEffect: hooks.useEffect,
}
const PACKAGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  react: REACT,
  'react/jsx-runtime': { jsx: elements.jsx, jsxs: elements.jsx, Fragment: elements.Fragment },
  'react-dom': { createRoot, flushSync },
  'react-dom/client': { createRoot },
  '@platform/dashboard': { useReport },
}

/** Packages that an app finds here: each hands over what this page has. */
export const PROVIDED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, exported]) => {
    const all = `globalThis.__boardwright.packages[${JSON.stringify(name)}]`
    const named = Object.keys(exported).map((each) => `export const ${each} = all.${each}`)
    return [name, [`const all = ${all}`, ...named, 'export default all'].join('\n')]
  }),
)

export function provide(): void {
  Object.defineProperty(globalThis, '__boardwright', { value: { packages: PACKAGES } })
  // What is of no use here but to leave.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
    Reflect.deleteProperty(globalThis, name)
}
