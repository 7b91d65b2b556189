export const REPOSITORY = 'acme/analytics'

/** An organisation with a private repository, and people who may write to it. */
export async function settle(gitea) {
  await gitea.api('POST', '/orgs', { username: 'acme' })
  await gitea.api('POST', '/orgs/acme/repos', { name: 'analytics', private: true, default_branch: 'main' })
  const names = ['mara', 'jo', 'bot']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await personOf(gitea, name)])))
}

const SCOPES = ['write:repository', 'write:issue', 'read:user']

async function personOf(gitea, name) {
  const password = `${name} of this machine alone`
  const email = `${name}@acme.example`
  await gitea.api('POST', '/admin/users', { username: name, password, email, must_change_password: false })
  await gitea.api('PUT', `/repos/${REPOSITORY}/collaborators/${name}`, { permission: 'write' })
  const answer = await fetch(`${gitea.url}/api/v1/users/${name}/tokens`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    },
    body: JSON.stringify({ name: 'all', scopes: SCOPES }),
  })
  const { sha1: token } = await answer.json()
  return { token, remote: (url) => `${url.replace('://', `://${name}:${token}@`)}/${REPOSITORY}.git` }
}

export async function giveSecrets(gitea, { sandbox, bot }) {
  const put = (name, data) => gitea.api('PUT', `/repos/${REPOSITORY}/actions/secrets/${name}`, { data })
  for (const name of ['READ', 'CHECK', 'PREVIEW', 'WRITE']) await put(`BOARDWRIGHT_${name}_TOKEN`, sandbox.keys.admin)
  await put('BOARDWRIGHT_FORGE_TOKEN', bot)
  const variable = { name: 'BOARDWRIGHT_HOST', value: new URL(sandbox.url).host }
  await gitea.api('POST', `/repos/${REPOSITORY}/actions/variables/${variable.name}`, variable)
}
