// Stops a program before and after each of its requests, as if it had been killed at that point, and runs it again.
import { createClient } from 'boardwright'
import { startSandbox } from 'boardwright/sandbox'

/** The program under test: it creates a folder, and a workbook in it. */
async function makeWorkbook(client) {
  const path = { deploymentId: 1 }
  const { id: folderId } = await client.folders.createFolder({ path, body: { name: 'Sales' } })
  await client.workbooks.upsertWorkbookBySlug({
    path: { ...path, slug: 'revenue' },
    body: { name: 'Revenue', folderId },
  })
}

let onRequest = () => undefined
const sandbox = await startSandbox({ seed: 'empty', onRequest: (request) => onRequest(request) })
const connection = { url: sandbox.url, token: sandbox.keys.admin }

/** Runs the program, and stops it before or after its nth request. */
async function runUntil(nth, phase) {
  const killed = new AbortController()
  let sent = 0
  onRequest = (request) => {
    if (request.phase === 'before') sent += 1
    if (sent !== nth || request.phase !== phase) return undefined
    killed.abort()
    return 'drop'
  }
  const client = createClient({ ...connection, signal: killed.signal })
  const end = await makeWorkbook(client).then(
    () => 'finished',
    (error) => error.code,
  )
  await client.close()
  onRequest = () => undefined
  return end
}

async function look() {
  const client = createClient({ ...connection, readOnly: true })
  const path = { deploymentId: 1 }
  const folders = await client.folders.getFolders({ path })
  const workbooks = await client.workbooks.getWorkbooks({ path })
  await client.close()
  return `${folders.items.length} folders, ${workbooks.items.length} workbooks`
}

for (const nth of [1, 2]) {
  for (const phase of ['before', 'after']) {
    await sandbox.controls.reset({ seed: 'empty' })
    const end = await runUntil(nth, phase)
    const left = await look()
    await runUntil()
    console.log(`${end} ${phase} request ${nth}: ${left}; after a second run: ${await look()}`)
  }
}
await sandbox.close()
