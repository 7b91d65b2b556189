import { giveUpPowers, readMessage, writeMessage } from '@boardwright/common/powerless'
import type { Answer, Asked } from '../answer.ts'
import { answerOf } from './answer-of.ts'
import { openCompiler, type Packages } from './open.ts'

/** Compiles one data model. Its JavaScript runs here, so this process has no power over anything but its two pipes. */
async function work(): Promise<void> {
  giveUpPowers()
  const message = readMessage()
  if (message === undefined) throw new Error('the program is gone')
  const { files, ...packages } = JSON.parse(message.toString('utf8')) as Asked
  writeMessage(Buffer.from(JSON.stringify(await compile(packages, new Map(files)))))
}

async function compile(packages: Packages, files: ReadonlyMap<string, string>): Promise<Answer> {
  try {
    return answerOf(await openCompiler(packages)(files))
  } catch (cause) {
    return { end: 'broken', message: cause instanceof Error ? cause.message : String(cause) }
  }
}

void work()
