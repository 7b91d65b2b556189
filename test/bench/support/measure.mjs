/** The middle one. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** How long it took, in seconds. */
export async function timed(action) {
  const start = performance.now()
  await action()
  return { wall: (performance.now() - start) / 1000 }
}

/**
 * Runs each of these in turn, so that whatever else the machine does meets all of them. Their order is turned around
 * every round, because each finds the caches as the one before left them. Answers the measures of each, by name.
 */
export async function inTurns(runners, { rounds, warmUp = 0 }) {
  const names = Object.keys(runners)
  const runs = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const measures = await runners[name](round)
      if (round >= 0) runs[name].push(measures)
    }
  }
  return runs
}

export const medianOf = (runs, measure) => median(runs.map((run) => run[measure]))

/** Ours beside the floor, round by round. */
export const ratioOf = ({ ours, floor }, measure) =>
  median(ours.map((run, round) => run[measure] / floor[round][measure]))

/** A line for one case: each of its measures, and its goal where it has one. Answers whether all goals are met. */
export function judge(title, measures) {
  const lines = measures.map(({ said, value, goal }) => {
    const isMet = goal === undefined || value <= goal
    return { isMet, text: goal === undefined ? said : `${said} (${isMet ? '' : 'MISSED '}goal ${goal})` }
  })
  const isMet = lines.every((line) => line.isMet)
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${title}: ${lines.map(({ text }) => text).join(', ')}`)
  return isMet
}

/** A time of ours, that of the floor, and what one is in the other. */
export function besideFloor(runs, measure, goal) {
  const ratio = ratioOf(runs, measure)
  const [ours, floor] = [runs.ours, runs.floor].map((each) => seconds(medianOf(each, measure)))
  return { said: `${measure} ${ours}, floor ${floor}, ratio ${ratio.toFixed(2)}`, value: ratio, goal }
}

const seconds = (value) => (value < 0.1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`)

/** Both in turn, and the time of one in the other. */
export async function compare(title, { goal, rounds, warmUp, ...runners }) {
  const timers = Object.fromEntries(Object.entries(runners).map(([name, action]) => [name, () => timed(action)]))
  return judge(title, [besideFloor(await inTurns(timers, { rounds, warmUp }), 'wall', goal)])
}
