// Starts programs for a test worker that waits for each: it says what to start through one pipe, and reads the end from the other.
import { spawnSync } from 'node:child_process'
import { openSync, readSync, writeSync } from 'node:fs'
import process from 'node:process'

const [, , asks = '', answers = ''] = process.argv
const from = openSync(asks, 'r')
const to = openSync(answers, 'w')
const chunk = Buffer.alloc(65_536)

for (let text = ''; ; ) {
  const count = readSync(from, chunk)
  if (count === 0) break
  text += chunk.toString('latin1', 0, count)
  if (!text.endsWith('\n')) continue
  const answer = Buffer.from(`${JSON.stringify(run(JSON.parse(Buffer.from(text, 'latin1').toString())))}\n`)
  for (let at = 0; at < answer.length; ) at += writeSync(to, answer, at)
  text = ''
}

function run({ file, args, cwd, env, input }) {
  const options = { cwd, env, input: Buffer.from(input, 'base64'), maxBuffer: Number.POSITIVE_INFINITY }
  const { status, signal, error, stdout, stderr } = spawnSync(file, args, options)
  return { status, signal, code: error?.code, stdout: stdout?.toString('base64'), stderr: stderr?.toString('base64') }
}
