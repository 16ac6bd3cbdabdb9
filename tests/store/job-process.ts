/** A process that runs one job of the cluster. Each run appends a line to the file it is given. */
import { appendFileSync } from 'node:fs'
import { defineJob } from '../../app/platform/jobs/define-job.server.ts'
import { jobs } from '../../app/platform/jobs/jobs.server.ts'

const file = process.argv[2]!

jobs.start(
  defineJob({
    name: 'test',
    every: 20,
    run: async () => appendFileSync(file, `${process.pid}\n`),
  }),
)
// The timers of jobs do not keep a process alive.
setInterval(() => {}, 1000)
