// Loaded before the program: on SIGUSR2 its thread is busy for a minute, in the way that BUSY names.
const { spawnSync } = require('node:child_process')

const until = Date.now() + 60_000
const isTime = () => Date.now() < until
const WAYS = {
  loop() {
    while (isTime());
  },
  backtracking() {
    while (isTime()) /^(a+)+$/.test(`${'a'.repeat(40)}b`)
  },
  promises() {
    const again = () => isTime() && Promise.resolve().then(again)
    again()
  },
  caught() {
    while (isTime()) {
      try {
        while (isTime()) JSON.parse('[1]')
      } catch {}
    }
  },
  child() {
    spawnSync('sleep', ['60'])
  },
}

process.on('SIGUSR2', () => WAYS[process.env.BUSY]())
