import { findRoot } from '../project/local/root.ts'
import { placeInRepository } from '../workspace/git.ts'

/** The path of the project inside its repository. GitHub and GitLab resolve files from the repository's root. */
export const placeOfProject = async (start: string): Promise<string> => placeInRepository(await findRoot(start))
