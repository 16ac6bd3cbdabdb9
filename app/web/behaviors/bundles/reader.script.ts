/** Every page of a reader who is signed in. */
import './shell.script.ts'
import { defineMarks } from '../marks.ts'
import { fetchFiles } from '../shell/start-framework.ts'
import { startWorker } from '../offline/start-worker.ts'

defineMarks()
startWorker()
// Readers will nearly always open a book or change a list.
if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData) {
  window.addEventListener('load', () => fetchFiles())
}
