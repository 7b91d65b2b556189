/** What work takes of the processor, in milliseconds: unlike the time on a clock, it does not depend on who else is at work. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
