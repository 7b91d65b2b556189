import { startSandbox } from '../../../dist/sandbox/index.js'

/** A sandbox in a separate process, so that its memory and time can be measured alone. Its parent asks for both. */
const options = JSON.parse(process.argv[2])
const sandbox = await startSandbox(options)

process.on('message', () => process.send({ rss: process.memoryUsage().rss }))
process.on('disconnect', async () => {
  await sandbox.close()
  process.exit()
})
process.send({ url: sandbox.url, admin: sandbox.keys.admin, member: sandbox.keys.member, control: sandbox.control })
