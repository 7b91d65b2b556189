import { parse } from 'es-module-lexer/js'
import { type Transform, transform } from 'sucrase'

/** For all files that are not TypeScript: they may have JSX, and their unused imports are kept. */
const JAVASCRIPT: readonly Transform[] = ['jsx']
const TYPESCRIPT: Readonly<Record<string, readonly Transform[]>> = { ts: ['typescript'], tsx: ['typescript', 'jsx'] }

/** TypeScript and JSX as a browser module, with lines preserved. Types are removed, not checked. */
export function compile(text: string, path: string, resolve: (specifier: string) => string): string {
  const code = toJavaScript(text, path)
  let compiled = ''
  let at = 0
  for (const { n: specifier, s: start, e: end, d: dynamic } of parse(code, path)[0]) {
    if (specifier === undefined) continue
    const address = JSON.stringify(resolve(specifier))
    // The range of an `import(...)` argument includes the quotes, that of a name after `from` does not.
    compiled += code.slice(at, start) + (dynamic < 0 ? address.slice(1, -1) : address)
    at = end
  }
  return compiled + code.slice(at)
}

function toJavaScript(text: string, path: string): string {
  const transforms = [...(TYPESCRIPT[path.split('.').at(-1) ?? ''] ?? JAVASCRIPT)]
  try {
    return transform(text, { transforms, jsxRuntime: 'automatic', production: true, disableESTransforms: true }).code
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error(`${path} is nested too deeply`, { cause })
    const { message, loc } = cause as Error & { readonly loc?: { readonly line: number; readonly column: number } }
    if (loc === undefined) throw cause
    throw new Error(`${path}:${loc.line}:${loc.column}: ${message.replace(/ \(\d+:\d+\)$/, '')}`, { cause })
  }
}
