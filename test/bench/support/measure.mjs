/** The middle value. */
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
 * Runs each of these in turn, so that other load on the machine affects all of them. The order is reversed every
 * round, because each finds the caches as the previous one left them. Returns the measures of each, by name.
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

/** The median ratio of ours to the floor, round by round. */
export const ratioOf = ({ ours, floor }, measure) =>
  median(ours.map((run, round) => run[measure] / floor[round][measure]))

/** Prints a line for one case: each of its measures, with its goal if it has one. Returns whether all goals are met. */
export function judge(title, measures) {
  const lines = measures.map(({ said, value, goal }) => {
    const isMet = goal === undefined || value <= goal
    return { isMet, text: goal === undefined ? said : `${said} (${isMet ? '' : 'MISSED '}goal ${goal})` }
  })
  const isMet = lines.every((line) => line.isMet)
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${title}: ${lines.map(({ text }) => text).join(', ')}`)
  return isMet
}

/** Our time, that of the floor, and their ratio. */
export function besideFloor(runs, measure, goal) {
  const ratio = ratioOf(runs, measure)
  const [ours, floor] = [runs.ours, runs.floor].map((each) => seconds(medianOf(each, measure)))
  return { said: `${measure} ${ours}, floor ${floor}, ratio ${ratio.toFixed(2)}`, value: ratio, goal }
}

const seconds = (value) => (value < 0.1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`)

/** Runs both in turn, and judges the ratio of their times. */
export async function compare(title, { goal, rounds, warmUp, ...runners }) {
  const timers = Object.fromEntries(Object.entries(runners).map(([name, action]) => [name, () => timed(action)]))
  return judge(title, [besideFloor(await inTurns(timers, { rounds, warmUp }), 'wall', goal)])
}
