import { CannotCompile, startReading, writeOut } from './scan.ts'
import { statement } from './statements.ts'

/** TypeScript and JSX as a module that the browser runs. Types are not checked, only taken out. */
export function compile(text: string, path: string, resolve: (specifier: string) => string): string {
  const code = read(text, path, resolve)
  const head = path.endsWith('x')
    ? `import { createElement as __jsx, Fragment as __Fragment } from ${JSON.stringify(resolve('react'))};`
    : ''
  return `${head}${code.replaceAll(IMPORT, (whole) => keepUsed(whole, code.replaceAll(IMPORT, '')))}`
}

function read(text: string, path: string, resolve: (specifier: string) => string): string {
  try {
    const reader = startReading(text, resolve)
    while (reader.token.kind !== 'end') statement(reader)
    return writeOut(reader)
  } catch (cause) {
    if (cause instanceof CannotCompile) throw new Error(`${path} cannot be read: ${cause.message}`)
    throw cause
  }
}

/** An import with names, as they stand at the beginning of a line. */
const IMPORT = /^import\b[^'"`;()]*?\{[^}]*\}\s*from\s*["'][^"'\n]+["'];?/gm

/** A name that is used as a type only is not there when the code runs. */
const keepUsed = (text: string, code: string): string =>
  text.replace(/\{([^}]*)\}/, (_, list: string) => {
    const names = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    return `{ ${names.filter((name) => isUsed(name.split(/\s+as\s+/).at(-1) ?? name, code)).join(', ')} }`
  })

const isUsed = (name: string, code: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(code)
