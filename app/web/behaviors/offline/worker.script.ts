/** Every page of a reader puts the service worker to work. */
import { startWorker } from './start-worker.ts'

startWorker()
