// Loaded before the program: ends it right before its nth change of the disk below a directory, but for its caches.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { KILL_AT, KILL_BELOW } = process.env
let left = Number(KILL_AT)
for (const name of ['writeFile', 'rename', 'rm', 'mkdir', 'rmdir', 'copyFile']) {
  const act = fs.promises[name]
  fs.promises[name] = (path, ...rest) => {
    if (String(path).startsWith(KILL_BELOW) && !String(path).includes('/.boardwright/cache')) {
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
    }
    return act(path, ...rest)
  }
}
syncBuiltinESMExports()
