import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { temporaryDirectory } from '../support/directory.ts'
import { HOUSE } from '../support/house.ts'
import { isLong } from '../support/long.ts'
import { NAMED, type Row } from './badge.ts'

/** The sources of the program, to be changed: with a kind more. */
export function copyWithKind(): string {
  const copy = temporaryDirectory()
  for (const name of ['src', 'package.json', 'tsconfig.json']) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  // In the short form only rooms are checked that can name a kind.
  if (!isLong)
    for (const file of withoutKinds(copy)) writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`)
  const from =
    readFileSync(join(copy, NAMED.file), 'utf8')
      .split('\n')
      .findIndex((line) => line.endsWith('{')) + 1
  addRow(copy, { file: NAMED.file, line: from }, NAMED)
  return copy
}

/** Of rooms that may not import the domain, neither themselves nor by another room. */
function withoutKinds(copy: string): string[] {
  const reaches = (room: string): boolean =>
    room === 'content' || (HOUSE[room]?.imports.some(reaches) ?? !room.startsWith('@'))
  return readdirSync(join(copy, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !reaches(relative(join(copy, 'src'), file).split(/[/.]/)[0] ?? ''))
}

export interface CompileError {
  readonly file: string
  readonly line: number
  readonly code: string
  readonly message: string
}

const ERROR = /^(\S+)\((\d+),\d+\): error (TS\d+): (.*)$/gm

export function compile(copy: string): Promise<CompileError[]> {
  // Several that check share little of what they find out: one takes half as much of the processor.
  const how = ['--noEmit', '--incremental', 'false', '--singleThreaded']
  const args = [resolve('node_modules/typescript/bin/tsc'), ...how, '--project', '.']
  return new Promise((done) => {
    execFile(
      process.execPath,
      args,
      { cwd: copy, maxBuffer: 1e8, env: { ...process.env, GOGC: '400' } },
      (_failed, stdout) => {
        done(
          [...stdout.matchAll(ERROR)].map(([, file = '', line, code = '', message = '']) => ({
            ...{ file, line: Number(line), code, message },
          })),
        )
      },
    )
  })
}

/** Puts a row at the end of the table that begins in this line, or just after it. */
export function addRow(
  copy: string,
  { file, line }: Pick<CompileError, 'file' | 'line'>,
  { row, imports = '' }: Row,
): void {
  const path = join(copy, file)
  const lines = readFileSync(path, 'utf8').split('\n')
  const begin = lines.findIndex((text, index) => index >= line - 1 && text.endsWith('{'))
  const indent = /^ */.exec(lines[begin] ?? '')?.[0]
  const end = lines.findIndex((text, index) => index > begin && text.startsWith(`${indent}}`))
  writeFileSync(path, [imports, ...lines.slice(0, end), row, ...lines.slice(end)].join('\n'))
}

/** What the packages use that is not one of them. */
function fromOutside(): string[] {
  const roots = ['src', ...readdirSync('packages').map((name) => join('packages', name))]
  const names = roots.flatMap((root) => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>
    return Object.keys({ ...dependencies, ...optionalDependencies })
  })
  return [...new Set(names)].filter((name) => !name.startsWith('@boardwright/'))
}

/** What the copy exports, by its name and file, loaded as one file: each of its hundreds would be made ready by itself. */
export async function load<T>(copy: string, exported: Readonly<Record<keyof T, string>>): Promise<T> {
  const outfile = join(copy, 'src', 'loaded.cjs')
  const lines = Object.entries<string>(exported).map(([name, file]) => `export { ${name} } from './${file}'`)
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: copy },
    ...{ outfile, bundle: true, format: 'cjs', platform: 'node', external: fromOutside(), preserveSymlinks: true },
    define: { 'import.meta.url': '__filename', 'import.meta.dirname': '__dirname' },
  })
  return createRequire(outfile)(outfile) as T
}
