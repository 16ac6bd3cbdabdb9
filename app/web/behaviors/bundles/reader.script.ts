/** Every page of a reader who is signed in. */
import './shell.script.ts'
import { startWorker } from '../offline/start-worker.ts'

startWorker()
