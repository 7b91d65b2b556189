import type { DeploymentSettings, DeploymentVersion, UpdateDeploymentInput } from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'

type Channel = DeploymentSettings['releaseChannel']

/** For each channel its head, then what the account has run before. */
const RELEASES: Readonly<Record<Channel, readonly [head: string, ...older: string[]]>> = {
  latest: ['2.1.0', '2.0.0'],
  release: ['2.0.0', '1.9.4'],
}

const imageOf = (release: string): string => `v${release}`

/** The version that a deployment runs. Without a choice it follows its channel. */
const currentOf = ({ releaseChannel, releaseChannelVersion }: DeploymentSettings): string =>
  releaseChannelVersion ?? RELEASES[releaseChannel][0]

/** The image follows from the version, and cannot be set. */
export const runningImage = (settings: DeploymentSettings): string => imageOf(currentOf(settings))

export function listVersions(settings: DeploymentSettings): DeploymentVersion[] {
  return (Object.keys(RELEASES) as Channel[]).flatMap((releaseChannel) =>
    RELEASES[releaseChannel].map((release, place) => ({
      releaseChannelVersion: release,
      version: imageOf(release),
      releaseChannel,
      isLatestInChannel: place === 0,
      isCurrent: releaseChannel === settings.releaseChannel && release === currentOf(settings),
    })),
  )
}

/** The version after an update: it must be listed for the channel, in either form that the list shows. */
export function changeRelease(before: DeploymentSettings, sent: UpdateDeploymentInput): Partial<DeploymentSettings> {
  const channel = sent.releaseChannel ?? before.releaseChannel
  const [head, ...older] = RELEASES[channel]
  const { releaseChannelVersion: version, releaseChannelVersionHold: hold } = sent
  if (version == null) {
    // If the new channel lacks the old version, the deployment follows the channel again.
    const isGone = before.releaseChannelVersion != null && ![head, ...older].includes(before.releaseChannelVersion)
    return isGone && version === undefined ? { releaseChannelVersion: head } : {}
  }
  const release = [head, ...older].find((listed) => listed === version || imageOf(listed) === version)
  if (release === undefined) {
    throw badRequest(`releaseChannelVersion: ${version} is not a version of the channel ${channel}`)
  }
  // A pin that the next automatic upgrade would undo is no pin, so it also holds.
  const pins = release !== head && hold === undefined
  return { releaseChannelVersion: release, ...(pins ? { releaseChannelVersionHold: true } : {}) }
}
