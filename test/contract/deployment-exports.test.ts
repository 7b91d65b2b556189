import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { HOME, openContract } from './support.ts'

const { call, id, sandbox } = openContract()
test('smoke', async () => {
  sandbox().controls.setSwitches({ exportMs: 0 })
  for (const slug of ['revenue-overview', 'weekly-sales-meeting', 'cash']) {
    const workbook = await call('GET', `${HOME}/workbooks/${id('workbook', slug)}`)
    const dashboard = workbook.body['publishedDashboard'] as { id: number } | null
    console.log(slug, dashboard?.id)
    if (!dashboard) continue
    for (const format of ['png', 'pdf']) {
      const t = performance.now()
      const job = await call('POST', `${HOME}/dashboard-exports`, { body: { format, dashboardId: dashboard.id, filters: [{member:'sales.regions_name', operator:'equals', value:['North']}] } })
      console.log(job.text, performance.now() - t)
      const status = await call('GET', `${HOME}/dashboard-exports/${job.body['jobId']}`)
      console.log(status.text)
      const r = await fetch(`${sandbox().url}${HOME}/dashboard-exports/${job.body['jobId']}/download?filename=a/b`, { headers: { authorization: `Bearer ${sandbox().keys.admin}` } })
      console.log(r.status, r.headers.get('content-type'), r.headers.get('content-disposition'))
      writeFileSync(`/tmp/out-${slug}.${format}`, Buffer.from(await r.arrayBuffer()))
    }
  }
})
