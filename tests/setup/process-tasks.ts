/** A program for tests of askProcess(). */
import { DomainError } from '#app/platform/errors.ts'
import { answerParent } from '#app/platform/processes/answer-parent.server.ts'

answerParent({
  double({ number, bytes, day }: { number: number; bytes: Uint8Array; day: Date }, sendPart) {
    sendPart(number)
    sendPart(bytes)
    return { number: 2 * number, day, secret: Object.keys(process.env) }
  },
  refuse() {
    throw new DomainError('invalid-input', 'Not this one.', { file: ['Not this one.'] })
  },
  fail() {
    throw new RangeError('a fault')
  },
  exit() {
    process.exit(0)
  },
  loop() {
    for (;;);
  },
  allocate() {
    const kept: object[] = []
    for (;;) kept.push({ n: kept.length })
  },
})
