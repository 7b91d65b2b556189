import { findRoot } from '../project/root.ts'
import { placeInRepository } from '../workspace/git.ts'

/** The path of the project in its repository, because GitHub and GitLab resolve files from the top. */
export const placeOfProject = (start: string): Promise<string> => placeInRepository(findRoot(start))
