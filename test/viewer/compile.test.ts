import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { compile } from '../../src/viewer/frame/compile/compile.ts'

const minified = (code: string, loader: 'js' | 'ts' | 'tsx'): string =>
  transformSync(code, {
    loader,
    minifyWhitespace: true,
    minifySyntax: true,
    jsxFactory: '__jsx',
    jsxFragment: '__Fragment',
  }).code
const here = (name: string): string => name

describe('apps are compiled', () => {
  test('as another compiler does, over a program of some size', () => {
    const files = ['plan', 'live', 'serialize', 'viewer', 'content'].flatMap((room) =>
      readdirSync(join('src', room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
        .map((file) => join('src', room, file)),
    )
    const different = files.filter((file) => {
      const text = readFileSync(file, 'utf8')
      return minified(compile(text, file, here), 'js') !== minified(text, 'ts')
    })
    expect(different).toEqual([])
  })

  test.each(
    [
      [
        '<></>',
        '<>{}</>',
        '<a b={1} c="x &amp; y" d {...e}>t {f}</a>',
        '<A.B/>',
        '<p>\n  one\n  two {x}\n</p>',
        '<x-y aria-label="z"/>',
        '<i>{...list}</i>',
        '<b>{/* c */}</b>',
      ],
      [
        '<A render={<b>{x < 3 ? <i/> : y}</b>}/>',
        `<p><b/>'s é " #</p>`,
        '<ul>{rows.map((row) => <li key={row.id}>{row.name as string}</li>)}</ul>',
        `<p title='a "b"'>&#8364;&nbsp;&lt;</p>`,
      ],
    ].flat(),
  )('%s', (source) => {
    const [, ours = ''] = compile(`const x = ${source}`, 'a.tsx', here).split('from "react";')
    const theirs = minified(`const x = ${source}`, 'tsx')
    expect(minified(ours, 'js').replaceAll('null', '{}')).toBe(theirs.replaceAll('null', '{}'))
  })

  test.each([
    [
      'class A<T> extends B<T> implements C { private x?: number = 1; readonly y: string; static z = 2; abstract q(): void; get v(): T { return 1 as T } constructor(a: T) { super() } }',
      'class A extends B { x = 1; y; static z = 2; get v() { return 1 } constructor(a) { super() } }',
    ],
    [
      'class A { #a: readonly (readonly [K, V])[] | undefined; b: (x: B) => void; c!: typeof d; m(x: A): void; m(x = (1)) {} [y]?: Map<K, () => V> = z; declare e: (f) }',
      'class A { #a; b; c; m(x = 1) {} [y] = z }',
    ],
    [
      'function f(this: X, a?: number, ...b: string[]): asserts a is number {}\nfunction g(): void;\nfunction g() {}',
      'function f(a, ...b) {}\nfunction g() {}',
    ],
    [
      'function* f(): Generator<B> {\n  yield\n  const a: B[] = []\n  yield* a\n  yield a as B\n}',
      'function* f() { yield; const a = []; yield* a; yield a }',
    ],
    ['const a = b! satisfies C; let c: Array<Map<string, () => void>> = [] as const', 'const a = b; let c = []'],
    ['const f = async <T,>(x: T): Promise<T> => x; f<number>(1); a < b > (c)', 'const f = async (x) => x; f(1); a(c)'],
    [
      "import type { A } from './a'; import { type B, c, D } from './b'; export type { E } from './e'; export interface F { g: 1 } let d: D = c",
      "import { c } from './b'; let d = c",
    ],
    [
      'declare const a: number; type B = { [K in keyof C]?: C[K] }; const r = /[/"]/.test(x) ? `a${`b${1}`}` : y / z / 2',
      'const r = /[/"]/.test(x) ? `a${`b${1}`}` : y / z / 2',
    ],
    [
      'for (const [a, b] of c as D[]) if (a) continue; else break\nlabel: do { x++ } while (x < 3)',
      'for (const [a, b] of c) if (a) continue; else break\nlabel: do { x++ } while (x < 3)',
    ],
  ])('%s', (source, expected) => {
    expect(minified(compile(source, 'a.ts', here), 'js')).toBe(minified(expected, 'js'))
  })

  test('with the names that modules have here', () => {
    const code = compile(
      `import a from './a'\nexport * from "./b"\nconst c = import('./c')\nconst text = "from './d'"`,
      'x.ts',
      (name) => `app:/${name}`,
    )
    expect(code).toBe(
      `import a from "app:/./a"\nexport * from "app:/./b"\nconst c = import("app:/./c")\nconst text = "from './d'"`,
    )
  })

  test.each([
    ['const x = <a><b></a>', 'x.tsx cannot be read: <b> is closed by </a>'],
    ['enum A { B }', 'x.tsx cannot be read: enums are not known here'],
    ['const x = (', 'x.tsx cannot be read: line 1: an expression was expected, and there is the end'],
    ['const x = `a', 'x.tsx cannot be read: a template does not end'],
    [`const x = ${'['.repeat(5_000)}`, 'x.tsx cannot be read: nests too deep'],
  ])('what cannot be read says where: %#', (source, said) => {
    expect(() => compile(source, 'x.tsx', here)).toThrow(said)
  })
})
