// Starts programs for a test worker. A worker is large, and a large process takes long to start another one.
import { execFile } from 'node:child_process'
import process from 'node:process'

let text = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  const lines = (text + chunk).split('\n')
  text = lines.pop() ?? ''
  for (const line of lines) start(JSON.parse(line))
})
process.stdin.on('end', () => process.exit())

function start({ id, file, args, cwd, env, input, maxBuffer }) {
  const options = { cwd, env, encoding: 'buffer', maxBuffer: maxBuffer ?? Number.POSITIVE_INFINITY }
  const child = execFile(file, args, options, (error, stdout, stderr) => {
    const failure = error && { message: error.message, code: error.code, signal: error.signal }
    const answer = { id, failure, stdout: stdout.toString('base64'), stderr: stderr.toString('base64') }
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(Buffer.from(input, 'base64'))
}
