import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** Programs that are built from their Go modules once, by version, and kept in the cache of the user. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'boardwright-forge')
export const QUIET = ['ignore', 'pipe', 'pipe']
const PROGRAMS = {
  gitea: { module: 'code.gitea.io/gitea', version: 'v1.24.6', build: buildGitea },
  act: { module: 'github.com/nektos/act', version: 'v0.2.89', build: buildAct },
  argo: { module: 'github.com/argoproj/argo-workflows/v3', version: 'v3.6.7', build: buildArgo },
}

/** Its templates and options are read from there. */
export const sourceOf = (program) => join(dirname(program), 'source')

/** Where a program is, or why there is none. `build`: make it where Go is there. Only the first time takes minutes. */
export function findProgram(name, { build }) {
  const { module, version, build: make } = PROGRAMS[name]
  const home = join(CACHE, `${name}-${version}`)
  const program = join(home, name)
  if (existsSync(program)) return { program }
  if (!build) return { missing: `${program} is not there: npm run test:forge builds it` }
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' })
  } catch {
    return { missing: `${program} is not there, and Go, which builds it, is not either` }
  }
  try {
    console.log(`Building ${name} ${version}, which takes minutes, into ${home}`)
    mkdirSync(home, { recursive: true })
    make(program, `${module}@${version}`)
    return { program }
  } catch (error) {
    const [why] = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .slice(-1)
    return { missing: `${name} could not be built: ${why}` }
  }
}

function buildGitea(program, module) {
  buildInCopy(program, module, ['-tags', 'sqlite sqlite_unlock_notify', '.'])
}

function buildArgo(program, module) {
  buildInCopy(program, module, ['-ldflags', '-s -w', './cmd/argo'])
  rmSync(sourceOf(program), { recursive: true })
}

/** `go install` refuses it, and the folder of a module is read-only. */
function buildInCopy(program, module, what) {
  const source = sourceOf(program)
  const told = execFileSync('go', ['mod', 'download', '-json', module], { cwd: dirname(program), stdio: QUIET })
  rmSync(source, { recursive: true, force: true })
  cpSync(JSON.parse(told).Dir, source, { recursive: true })
  execFileSync('chmod', ['-R', 'u+w', source])
  const part = `${program}.part`
  execFileSync('go', ['build', '-o', part, ...what], { cwd: source, stdio: QUIET })
  renameSync(part, program)
}

function buildAct(program, module) {
  execFileSync('go', ['install', module], { env: { ...process.env, GOBIN: dirname(program) }, stdio: QUIET })
}
