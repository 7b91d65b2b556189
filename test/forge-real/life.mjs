import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { must, NET, openProject, PACKAGE, TOP, tellComment } from './project.mjs'
import { createRunner } from './runner.mjs'
import { giveSecrets, REPOSITORY, settle } from './setting.mjs'

/** The whole life of pull requests: the shipped workflow, in the jobs that a real forge makes of it. */
const PUBLISH = { do: 'publish', workbook: 'revenue-overview' }
const RECORD = /^<!-- boardwright-shown .*$/m
const STATUS = 'Boardwright (7f3kQ2m9)'

export async function liveThrough({ gitea, sandbox, folder, say }) {
  const people = await settle(gitea)
  const { work, git, edit, save: commit, live, previews } = await openProject({ sandbox, folder, settings: '.gitea' })
  /** Commits and pushes, and waits until Gitea knows of it: it takes note of a push after it has answered. */
  const save = async (message, branch) => {
    const sha = commit(message)
    git('push', '--quiet', people.mara.remote(gitea.url), `HEAD:refs/heads/${branch}`)
    for (let left = 2_400; left > 0; left -= 1) {
      const found = await mara('GET', at(`/branches/${branch}`)).catch(() => undefined)
      if (found?.commit.id === sha) return
      await sleep(50)
    }
    throw new Error(`Gitea does not know of ${branch}`)
  }
  const at = (path) => `/repos/${REPOSITORY}${path}`
  const [mara, jo] = [gitea.as(people.mara.token), gitea.as(people.jo.token)]
  const commentsOf = async (number) =>
    (await mara('GET', at(`/issues/${number}/comments`))).filter(({ body }) => body.startsWith('<!-- boardwright:'))
  const open = (title, branch) => mara('POST', at('/pulls'), { title, head: branch, base: 'main' })
  const tellShown = async (number, before) => {
    const comments = await commentsOf(number)
    must(comments.length === 1, `there are ${comments.length} comments`)
    const [comment] = comments
    const { statuses } = await mara('GET', at(`/commits/${await headOf(number)}/status`))
    const status = statuses.find(({ context }) => context === STATUS)
    must(status, 'there is no status')
    const [headline, ...more] = tellComment(comment.body)
    say(`  comment    ${comment.id === before?.id ? 'the same one' : `by ${comment.user.login}`}: ${headline}`)
    for (const line of more) say(`             ${line}`)
    say(`  status     ${status.status}: ${status.description}`)
    return comment
  }
  const tellPreviews = async () => {
    const paths = await previews()
    say(`  previews   ${paths.join(', ') || 'none'}`)
    return paths.length
  }

  const { runJobs } = await createRunner({ gitea, repository: REPOSITORY, folder })
  mkdirSync(join(work, '.gitea/workflows'), { recursive: true })
  cpSync(join(PACKAGE, 'examples/ci/gitea/boardwright.yml'), join(work, '.gitea/workflows/boardwright.yml'))
  await giveSecrets(gitea, { sandbox, bot: people.bot.token })
  await save('The workflow', 'main')
  const after = async (expected, ...commits) => {
    const wanted = expected.split(', ').map((each, index) => ({ name: each.split(' ')[0], commit: commits[index] }))
    const jobs = await runJobs(wanted)
    const told = jobs.map(({ name, result }) => `${name} ${result.toLowerCase()}`).join(', ')
    if (told !== expected) throw new Error(`ran ${told}, not ${expected}\n${jobs.map(({ said }) => said).join('\n')}`)
    say(`  jobs       ${told}`)
    return jobs
  }
  const pullOf = (number) => mara('GET', at(`/pulls/${number}`))
  const headOf = async (number) => (await pullOf(number)).head.sha
  const mergedOf = async (number) => (await pullOf(number)).merge_commit_sha

  say('Mara pushes a branch, and opens a pull request')
  git('checkout', '--quiet', '-b', 'twenty')
  edit(TOP, 'limit: 100', 'limit: 20')
  await save('Twenty customers are enough', 'twenty')
  const first = await open('Twenty customers are enough', 'twenty')
  await after('check success', git('rev-parse', 'HEAD'))
  const shown = await tellShown(first.number)
  must((await tellPreviews()) > 0, 'there is no preview')

  say('She pushes again: the same comment says what is true now')
  edit(NET, 'title: Net revenue', 'title: Net revenue, all channels')
  await save('Say what it counts', 'twenty')
  await after('check success', git('rev-parse', 'HEAD'))
  const again = await tellShown(first.number, shown)
  must(again.id === shown.id && again.body !== shown.body, 'the comment was not updated in place')

  say('Jo approves it, and merges')
  await jo('POST', at(`/pulls/${first.number}/reviews`), { event: 'APPROVED', body: '' })
  await jo('POST', at(`/pulls/${first.number}/merge`), { Do: 'merge' })
  // After a merge, the jobs of the closed pull request are of the merge's commit, too.
  const merged = await mergedOf(first.number)
  await after('drop success, apply-dev success, apply-production success', merged, merged, merged)
  for (const [id, name] of [
    [1, 'dev'],
    [2, 'production'],
  ]) {
    const reports = await live(id, 'reports')
    must(
      reports.some(({ title }) => title === 'Net revenue, all channels'),
      `${name} does not have it`,
    )
  }
  say('  live       "Net revenue, all channels", in dev and production')
  must((await tellPreviews()) === 0, 'a preview stayed')

  say('She opens another one, thinks better of it, and closes it')
  git('fetch', '--quiet', people.mara.remote(gitea.url), 'main')
  git('checkout', '--quiet', '-b', 'five', 'FETCH_HEAD')
  edit(TOP, 'limit: 20', 'limit: 5')
  await save('Five are enough', 'five')
  const second = await open('Five are enough', 'five')
  await after('check success', second.head.sha)
  await tellShown(second.number)
  await tellPreviews()
  await mara('PATCH', at(`/pulls/${second.number}`), { state: 'closed' })
  await after('drop success', second.head.sha)
  must((await tellPreviews()) === 0, 'a preview stayed')

  const night = async (title) => {
    const edited = { do: 'edit-report', report: 'B9xLfZ2kHs6D', set: { title } }
    await sandbox.controls.addPeople({ as: 'maria@acme.com', do: [edited, PUBLISH] })
    const dispatches = at('/actions/workflows/boardwright.yml/dispatches')
    await gitea.api('POST', dispatches, { ref: 'main', inputs: { approve: '' } })
    await after('drift success', merged)
    const [drift, ...more] = await mara('GET', at('/pulls?state=open'))
    must(drift && more.length === 0, 'there is not one pull request')
    const files = await mara('GET', at(`/pulls/${drift.number}/files`))
    say(
      `  proposed   ${drift.number} by ${drift.user.login}: ${drift.title} (${files.map(({ filename }) => filename)})`,
    )
    await after('check success', drift.head.sha)
    return drift
  }
  say('Maria edits a report in the UI; the nightly job opens a pull request with it')
  const drift = await night('Orders by day')
  const evening = await tellShown(drift.number)

  say('She edits it again: so does the pull request, in one more commit')
  await night('Orders by hour')
  const nightly = await tellShown(drift.number, evening)

  say('Mara may write, so she may edit the comment: she puts in what another one approved. Merged, nothing is applied')
  const [other] = RECORD.exec(again.body)
  await mara('PATCH', at(`/issues/comments/${nightly.id}`), { body: nightly.body.replace(RECORD, other) })
  await jo('POST', at(`/pulls/${drift.number}/merge`), { Do: 'squash' })
  const squashed = await mergedOf(drift.number)
  const stopped = await after('drop success, apply-dev failure', squashed, squashed)
  const [why] = /the comment on pull request .*/.exec(stopped.at(-1).said) ?? []
  must(why, `nothing says why\n${stopped.at(-1).said}`)
  say(`  apply-dev  ${why}`)
}
