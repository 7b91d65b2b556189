/** The middle one. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

export async function timed(action) {
  const start = performance.now()
  await action()
  return performance.now() - start
}

/**
 * Runs two actions in turn, so that whatever else the machine does meets both, and compares them round by round.
 * The order changes every round, because the second one finds the caches as the first one left them.
 */
export async function compare(title, { ours, theirs, rounds, warmUp, goal }) {
  for (let round = 0; round < warmUp; round += 1) {
    await theirs()
    await ours()
  }
  const times = { ours: [], theirs: [] }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ['theirs', 'ours'] : ['ours', 'theirs']
    for (const who of order) times[who].push(await timed(who === 'ours' ? ours : theirs))
  }
  const ratio = median(times.ours.map((time, round) => time / times.theirs[round]))
  const show = (who) => `${median(times[who]).toFixed(1)} ms`
  return report(title, `ours ${show('ours')}, bare ${show('theirs')}, ratio ${ratio.toFixed(2)}`, ratio <= goal, goal)
}

export function report(title, result, held, goal) {
  console.log(`${held ? 'ok  ' : 'MISS'} ${title}: ${result} (goal ${goal})`)
  return held
}
