export { askVersion, type GitEnd, isRecent, LEAST_GIT, lackingIn, type Setting, startGit } from './git.ts'
export { createReader } from './powerless/frames.ts'
export { startPowerless } from './powerless/start.ts'
export { codeDirectories, packageDirectory, readBuild, readPackageFile, runScript, scriptCommand } from './program.ts'
