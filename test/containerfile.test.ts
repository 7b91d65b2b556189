import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../scripts/manifest.mjs'
import { filesOfClone, temporaryDirectory } from './support/directory.ts'
import { withTheirs } from './support/package.ts'
import { runProgram } from './support/program.ts'

/** Each instruction on one line, without comments. */
const instructions = readFileSync('Containerfile', 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return { name, rest }
  })
const firstOfImage = instructions.findLastIndex(({ name }) => name === 'FROM')
const [build, image] = [instructions.slice(0, firstOfImage), instructions.slice(firstOfImage)]
const restOf = (stage: typeof instructions, wanted: string): string[] =>
  stage.filter(({ name }) => name === wanted).map(({ rest }) => rest)

/** What the image gets of the build, and where. */
const copies = restOf(image, 'COPY').flatMap((rest) => {
  const [from, ...paths] = rest.split(' ')
  expect(from).toBe('--from=build')
  const target = paths.pop() ?? ''
  return paths.map((path) => ({
    source: path.replace('/build/', ''),
    target: target.endsWith('/') ? `${target}${basename(path)}` : target,
  }))
})

describe('the container', () => {
  test('uses only instructions that this test knows', () => {
    const known = ['ARG', 'FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENTRYPOINT', 'CMD']
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
    expect(build.slice(0, 2)).toEqual([
      { name: 'ARG', rest: expect.stringMatching(/^BASE=node:20-alpine@sha256:[0-9a-f]{64}$/) },
      { name: 'FROM', rest: '${BASE} AS build' },
    ])
    expect(restOf(image, 'FROM')).toEqual(['${BASE}'])
  })

  test('installs what the lock file says, runs no install scripts, and fetches nothing itself', () => {
    const commands = restOf(build, 'RUN').join(' && ').split(' && ')
    expect(commands.filter((command) => /\b(curl|wget|git clone)\b/.test(command))).toEqual([])
    const npm = commands.filter((command) => /^npm (ci|install|prune)/.test(command))
    expect(npm.map((command) => command.split(' ')[1])).toEqual(['ci', 'ci'])
    for (const command of npm) expect(command).toContain('--ignore-scripts')
    expect(npm.at(-1)).toContain('--omit=dev --omit=optional')
    expect(restOf(image, 'RUN')).toEqual([
      '{ command -v git || apk add --no-cache git; } && ln -s /opt/boardwright/dist/cli/main.js /usr/local/bin/boardwright',
    ])
  })

  test('runs as an unprivileged user, and nothing after that changes it', () => {
    const [user = ''] = restOf(image, 'USER')
    expect(restOf(image, 'USER')).toHaveLength(1)
    expect(user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/)
    const after = image.slice(image.findIndex(({ name }) => name === 'USER') + 1)
    expect(after.map(({ name }) => name)).toEqual(['WORKDIR', 'ENTRYPOINT', 'CMD'])
    for (const form of ['ENTRYPOINT', 'CMD']) expect(Array.isArray(JSON.parse(restOf(image, form)[0] ?? ''))).toBe(true)
  })

  test('contains what the program needs to run, and none of its tests', async () => {
    const root = temporaryDirectory()
    expect(copies.map(({ target }) => dirname(target)).every((path) => path.startsWith('/opt/boardwright'))).toBe(true)
    for (const { source, target } of copies.filter((copy) => copy.source !== 'node_modules')) {
      mkdirSync(join(root, dirname(target)), { recursive: true })
      cpSync(source, join(root, target), { recursive: true })
    }
    const { dependencies } = readManifest()
    const modules = copies.find(({ source }) => source === 'node_modules')?.target ?? ''
    for (const name of withTheirs(Object.keys(dependencies))) {
      mkdirSync(dirname(join(root, modules, name)), { recursive: true })
      symlinkSync(resolve('node_modules', name), join(root, modules, name))
    }
    const [, main = ''] = / && ln -s (\S+) /.exec(restOf(image, 'RUN')[0] ?? '') ?? []
    const env = { PATH: process.env['PATH'] ?? '' }
    const run = (...args: string[]) => runProgram(process.execPath, [join(root, main), ...args], { env })
    const { version } = readManifest()
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${version}\n` })
    expect(await run('validate', '-C', resolve('examples/minimal'))).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'opt/boardwright/examples/ci/scripts/plan.sh'))).toBe(true)
  })

  test('is built only from files that git tracks', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist', 'release']))
    const needed = ['package.json', 'package-lock.json', '.npmrc', 'src', 'scripts', 'tsconfig.json', 'LICENSE']
    expect(needed.filter((name) => ignored.includes(name) || !existsSync(name))).toEqual([])
    // What the manifest asks for and git does not have would be missing in the image.
    const tracked = filesOfClone(...needed)
    expect(needed.filter((name) => !tracked.some((file) => file === name || file.startsWith(`${name}/`)))).toEqual([])
  })
})
