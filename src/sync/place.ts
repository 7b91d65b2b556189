import { findRoot } from '../project/root.ts'
import { placeInRepository } from '../workspace/git.ts'

/** Where the project that holds a directory is in its repository: what names lines to GitHub and GitLab begins there. */
export const placeOfProject = (start: string): Promise<string> => placeInRepository(findRoot(start))
