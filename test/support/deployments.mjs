/** Creates another deployment on a sandbox. Returns its number. */
export async function createDeployment({ url, keys }, name) {
  const answer = await fetch(`${url}/build/api/v1/deployments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name, cloudProvider: 'platform', isManaged: true, region: 'local' },
      ...{ targetPlatform: 'local', creationStep: 'ready' },
    }),
  })
  if (!answer.ok) throw new Error(`${name} was not made: ${answer.status} ${await answer.text()}`)
  const { id } = await answer.json()
  return id
}
