/** Every page of a reader who is signed in. */
import './shell.script.ts'
import { defineMarks } from '../changes/marks.ts'
import { watchReader } from '../shell/watch-reader.ts'
import { startWorker } from '../offline/start-worker.ts'

defineMarks()
startWorker()
watchReader()
