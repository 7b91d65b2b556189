import { setFlagsFromString } from 'node:v8'

/**
 * A larger young generation saves test workers much garbage collection. But that flag applies to worker threads too,
 * and lifts the memory limit of one that draws. So it is set when the process starts, and reset here before any thread
 * starts.
 */
for (const flag of ['max', 'min']) setFlagsFromString(`--${flag}-semi-space-size=0`)
