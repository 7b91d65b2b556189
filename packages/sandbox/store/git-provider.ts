import { conflict, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { readDataModel } from '../seeds/seed.ts'
import { addRow } from './rows.ts'

/**
 * A hosting service that does not exist: its organisations and repositories are made up, and nothing leaves this
 * machine.
 */
const HOST = 'https://git.example'

export interface Installation {
  readonly id: number
  readonly login: string
}

export interface Repository {
  readonly id: number
  readonly name: string
  /** The first is the default. */
  readonly branches: readonly string[]
}

const INSTALLATIONS: readonly (Installation & { readonly repositories: readonly Repository[] })[] = [
  {
    id: 7001,
    login: 'acme',
    repositories: [
      { id: 81001, name: 'analytics-model', branches: ['main', 'develop'] },
      { id: 81002, name: 'empty-model', branches: ['main'] },
    ],
  },
  { id: 7002, login: 'acme-labs', repositories: [{ id: 82001, name: 'playground', branches: ['trunk'] }] },
]
const FIRST_NEW_ID = 90_001
/** The only repository that is not empty. */
const FILLED = 81001

export const linkStatus = ({ switches }: Platform) => ({
  connected: switches.gitProvider === 'linked',
  linkUrl: `${HOST}/apps/analytics/installations/new`,
  settingsUrl: `${HOST}/settings/installations`,
})

export const listInstallations = ({ switches }: Platform): readonly Installation[] =>
  switches.gitProvider === 'linked' ? INSTALLATIONS : []

export function findInstallation(platform: Platform, id: number): Installation {
  const found = listInstallations(platform).find((installation) => installation.id === id)
  if (!found) throw notFound(`installation ${id}`)
  return found
}

/** Those that existed from the start, then those that were created here. */
export function listRepositories({ db }: Platform, { id }: Installation): Repository[] {
  const made = db.all<{ id: number; name: string; branch: string }>(
    'select id, name, branch from git_repositories where installation_id = ? order by id',
    id,
  )
  const own = INSTALLATIONS.find((installation) => installation.id === id)?.repositories ?? []
  return [...own, ...made.map(({ branch, ...row }) => ({ ...row, branches: [branch] }))]
}

export function findRepository(platform: Platform, installation: Installation, name: string): Repository {
  const found = listRepositories(platform, installation).find((repository) => repository.name === name)
  if (!found) throw notFound(`repository ${installation.login}/${name}`)
  return found
}

interface NewRepository {
  readonly name: string
  readonly branch: string
  readonly isPrivate: boolean
}

export function addRepository(platform: Platform, installation: Installation, made: NewRepository): Repository {
  const { name, branch, isPrivate } = made
  if (listRepositories(platform, installation).some((repository) => repository.name === name)) {
    throw conflict(`${installation.login} has a repository "${name}" already`)
  }
  const last = platform.db.get<{ id: number | null }>('select max(id) as id from git_repositories')?.id
  addRow(platform.db, 'git_repositories', {
    id: (last ?? FIRST_NEW_ID - 1) + 1,
    installation_id: installation.id,
    name,
    branch,
    private: isPrivate ? 1 : 0,
  })
  return findRepository(platform, installation, name)
}

/** The files of a repository, the same on each of its branches. */
export const filesOf = ({ id }: Repository): ReadonlyMap<string, Uint8Array> =>
  id === FILLED ? readDataModel('acme') : new Map()

export const toInstallation = ({ id, login }: Installation) => ({
  installationId: String(id),
  id: String(id),
  login,
  avatarUrl: `${HOST}/${login}.png`,
})

export const toRepository = (owner: Installation, { id, name }: Repository) => ({
  id,
  name,
  htmlUrl: `${HOST}/${owner.login}/${name}`,
})
