import { BoardwrightError, stringifyJson } from '@boardwright/common'
import { createReader, startPowerless } from '@boardwright/common/machine'
import { Answer, type Asked } from './answer.ts'
import type { InstalledCompiler } from './installed.ts'
import { TEMPLATES } from './packages.ts'
import { isTemplate } from './templates.ts'

/** What a compilation may take. */
export interface CompileLimits {
  readonly seconds: number
  readonly megabytes: number
}

const USUAL: CompileLimits = { seconds: 60, megabytes: 768 }
/** For Node itself, and for the code of the compiler. */
const BESIDE_HEAP = 256
const MOST_BYTES = 256 * 1024 ** 2
const LOOK_MS = 100

/** What compiling a model came to: what it has, or why it is refused. */
export type Compiled = Exclude<Answer, { readonly end: 'broken' }>

/**
 * Has the installed compiler compile the files of a model, by their path in it. A model may be JavaScript, which is
 * code of whoever wrote it: so that happens in a process without power, which may only read what the compiler is made
 * of.
 */
export async function runCompiler(
  { compiler, templates, reads }: InstalledCompiler,
  files: ReadonlyMap<string, string>,
  { seconds, megabytes }: CompileLimits = USUAL,
): Promise<Compiled> {
  const template = templates === undefined && [...files].find(([path, text]) => isTemplate(path, text))
  if (template) {
    const [path] = template
    throw new BoardwrightError('COMPILER_MISSING', `${path} is a template, and ${TEMPLATES} is not installed`)
  }
  const { child, gone, hold, isTooLarge, send } = startPowerless({
    ...{ script: 'dist/compiler/main.cjs', megabytes, besideHeap: BESIDE_HEAP },
    ...{ reads: reads.map((tree) => `${tree}/*`), makesCode: true },
  })
  hold(true)
  const answer = new Promise<Answer | Stopped>((resolve) => {
    const stop = (why: string): void => resolve({ end: 'stopped', why })
    const tooLarge = `it takes more than ${megabytes} MB of memory`
    const read = createReader((message) => resolve(readAnswer(message)), MOST_BYTES)
    child.stdout?.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        stop('its answer is too long')
      }
    })
    child.on('error', ({ message }) => stop(`no process can be started: ${message}`))
    gone.then(({ isOutOfMemory }) => stop(isOutOfMemory ? tooLarge : 'its process ended without an answer'))
    const limit = setTimeout(() => stop(`it takes longer than ${seconds} seconds`), seconds * 1000)
    const looks = setInterval(() => {
      if (isTooLarge()) stop(tooLarge)
    }, LOOK_MS)
    gone.finally(() => {
      clearTimeout(limit)
      clearInterval(looks)
    })
    send([Buffer.from(stringifyJson({ compiler, templates, files: [...files] } satisfies Asked))])
  })
  const answered = await answer
  child.kill('SIGKILL')
  await gone
  if (answered.end === 'compiled' || answered.end === 'refused') return answered
  const why = answered.end === 'broken' ? `it broke: ${answered.message}` : answered.why
  throw new BoardwrightError('COMPILER_FAILED', `the compiler came to no answer about the data model: ${why}`)
}

interface Stopped {
  readonly end: 'stopped'
  readonly why: string
}

function readAnswer(message: Buffer): Answer | Stopped {
  try {
    return Answer.parse(JSON.parse(message.toString('utf8')))
  } catch {
    return { end: 'stopped', why: 'its answer makes no sense' }
  }
}
