import type { OpenProposal, Proposal, ProposalApi } from './types.ts'

export type Proposed =
  | { readonly did: 'opened' | 'updated' | 'unchanged'; readonly number: number; readonly url: string }
  | { readonly did: 'closed'; readonly number: number; readonly url: string }
  | { readonly did: 'nothing' }

/** Opens a pull request for a branch, or updates the open one. */
export async function propose(api: ProposalApi, proposal: Proposal): Promise<Proposed> {
  const found = await api.find(proposal.branch)
  if (!found) return told('opened', await api.open(proposal))
  if (found.title === proposal.title && found.body.replace(/\r\n/g, '\n').trim() === proposal.body.trim()) {
    return told('unchanged', found)
  }
  await api.change(found.number, proposal)
  return told('updated', found)
}

export async function withdraw(api: ProposalApi, branch: string): Promise<Proposed> {
  const found = await api.find(branch)
  if (!found) return { did: 'nothing' }
  await api.closeIt(found.number)
  return told('closed', found)
}

const told = <T extends Exclude<Proposed['did'], 'nothing'>>(did: T, { number, url }: OpenProposal) => ({
  did,
  number,
  url,
})
