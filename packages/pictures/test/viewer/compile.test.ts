import { describe, expect, test } from 'vitest'
import { compile } from '../../viewer/frame/compile.ts'

const compileAs = (path: string, text: string): string => compile(text, path, (name) => `made:${name}`)

describe('a file of an app', () => {
  test('keeps its lines, so that an error in the browser names the line in the source', () => {
    const source = [
      `import React, {`,
      `  type FC,`,
      `} from 'react'`,
      `enum Size {`,
      `  Small,`,
      `}`,
      `interface Props {`,
      `  readonly size: Size`,
      `}`,
      `export const Shirt: FC<Props> = ({ size }) => (`,
      `  <>`,
      `    <b {...{}} key="x">{Size[size]} {first()}</b>`,
      `    text`,
      `    {second()}`,
      `  </>`,
      `)`,
    ]
    const lines = compileAs('a.tsx', source.join('\n')).split('\n')
    for (const marker of ['first()', 'second()', 'Shirt'])
      expect(lines.findIndex((line) => line.includes(marker))).toBe(source.findIndex((line) => line.includes(marker)))
  })

  test('imports the generated addresses of its files, at the start and later', () => {
    const source = `import a from './a'\nexport * from "b"\nconst c = () => import('./c')\nconst d = () => import(a + b)\na()`
    expect(compileAs('a.ts', source)).toBe(
      `import a from 'made:./a'\nexport * from "made:b"\nconst c = () => import("made:./c")\nconst d = () => import(a + b)\na()`,
    )
  })

  test('in TypeScript drops imports of types only, in JavaScript it keeps all', () => {
    expect(compileAs('a.ts', `import { A } from 'a'\nlet x: A`)).not.toContain('made:')
    expect(compileAs('a.js', `import { A } from 'a'`)).toContain('made:a')
  })

  test('has its types removed and not checked', () => {
    expect(compileAs('a.ts', "const a: number = 'text'\nlet b: Missing = a").replaceAll(/ +/g, ' ')).toBe(
      "const a = 'text'\nlet b = a",
    )
  })

  test.each([
    ['a.tsx', 'const a = 1\nexport const b = <div><b></div>', 'a.tsx:2:32: Unexpected token'],
    ['a.ts', 'const b = (2\nconst c = 3', 'a.ts:2:1: Unexpected token, expected ","'],
    ['a.js', 'const a: number = 1', 'a.js:1:8: Unexpected token, expected ";"'],
    ['a.js', 'const a = "x', 'a.js:1:11: Unterminated string constant'],
  ])('that cannot be read is named, with its line: %s %s', (path, text, message) => {
    expect(() => compileAs(path, text)).toThrow(message)
  })

  test('that is nested too deeply gets an error', () => {
    expect(() => compileAs('a.jsx', '('.repeat(20_000))).toThrow('a.jsx is nested too deeply')
  })
})
