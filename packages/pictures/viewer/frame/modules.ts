import { compile } from './compile.ts'

type Files = Readonly<Record<string, string>>

const ENDINGS = [
  '',
  '.tsx',
  '.ts',
  '.jsx',
  '.js',
  '.mjs',
  '.json',
  '.css',
  '/index.tsx',
  '/index.ts',
  '/index.jsx',
  '/index.js',
]
const CODE = /\.(tsx?|jsx?|mjs)$/

export interface Modules {
  /** The URL of a file as a module, with everything it imports. */
  readonly addressOf: (path: string) => string
  /** Missing imports. */
  readonly missing: ReadonlySet<string>
}

/** An app's files as modules. Each contains the URLs of its imports, so those are made first. */
export function makeModules(files: Files, provided: Files, pathOf: Map<string, string>): Modules {
  const made = new Map<string, string>()
  const missing = new Set<string>()
  const making: string[] = []
  const make = (name: string, text: () => string): string => {
    const address = made.get(name) ?? blob(text())
    made.set(name, address)
    return address
  }
  const packageAt = (name: string): string => {
    const text = Object.hasOwn(provided, name) ? provided[name] : undefined
    if (text === undefined) missing.add(name)
    return text === undefined ? name : make(name, () => text)
  }
  const addressOf = (path: string): string => {
    if (making.includes(path))
      throw new Error(`its files import each other in a circle: ${[...making, path].join(' -> ')}`)
    making.push(path)
    const resolve = (name: string): string => {
      const found = /^[./]/.test(name) ? resolvePath(path, name, files) : undefined
      return found === undefined ? packageAt(name) : addressOf(found)
    }
    const address = make(`./${path}`, () => moduleText(path, files[path] ?? '', resolve))
    pathOf.set(address, path)
    making.pop()
    return address
  }
  return { addressOf, missing }
}

const blob = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))

function moduleText(path: string, text: string, resolve: (specifier: string) => string): string {
  if (CODE.test(path)) return compile(text, path, resolve)
  if (path.endsWith('.json')) return `export default ${text}`
  if (path.endsWith('.css')) {
    return `const style = document.createElement('style'); style.textContent = ${JSON.stringify(text)}; document.head.append(style); export default {}`
  }
  return `export default ${JSON.stringify(text)}`
}

export function resolvePath(from: string, specifier: string, files: Files): string | undefined {
  const base = specifier.startsWith('/') ? [] : from.split('/').slice(0, -1)
  const parts = specifier.replace(/[?#][\s\S]*$/, '').split('/')
  const at = [...base]
  for (const part of parts) {
    if (part === '..') at.pop()
    else if (part !== '.' && part !== '') at.push(part)
  }
  const path = at.join('/')
  const wanted = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.jsx?$/, '.tsx')]
  return wanted
    .flatMap((each) => ENDINGS.map((ending) => `${each}${ending}`))
    .find((each) => Object.hasOwn(files, each))
}
