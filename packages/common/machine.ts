export { askVersion, type GitEnd, isRecent, LEAST_GIT, lackingIn, type Setting, startGit } from './git.ts'
export { codeDirectories, packageDirectory, readBuild, readPackageFile, runScript, scriptCommand } from './program.ts'
