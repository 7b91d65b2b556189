import { setFlagsFromString } from 'node:v8'

/**
 * Room for what is young spares a worker of tests much of the collector's work, but such a flag holds for worker threads
 * too, and lifts the limit of one that draws. So it is set when the process starts, and taken back before a thread does.
 */
for (const flag of ['max', 'min']) setFlagsFromString(`--${flag}-semi-space-size=0`)
