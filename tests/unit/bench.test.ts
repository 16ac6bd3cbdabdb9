import { expect, test } from 'vitest'
import { goals, type Results } from '../../bench/report.ts'

/** The verdict of `npm run bench -- --check`. */

const MET: Results = {
  date: '2026-11-28T12:00:00.000Z',
  cores: 2,
  load: [0, 0],
  rows: [
    {
      name: '/browse',
      product: [{ rate: 100, mainMs: 1 }],
      ratios: [0.2, 0.1],
      shares: [0.2, 0.1],
      mainMs: 1,
    },
  ],
  uncached: [{ name: 'list', mainMs: 5, otherMs: 10 }],
  process: { startMs: 600, idleBytes: 130 * 2 ** 20, loadedBytes: 220 * 2 ** 20 },
}
const [row] = MET.rows

test.each<[Partial<Results>, string[]]>([
  [{}, []],
  [{ rows: [{ ...row!, ratios: [0.1, 0.1] }] }, ['/browse: 0.100 of 0.2 with 1']],
  [{ rows: [{ ...row!, ratios: [0.2, 0.05] }] }, ['/browse: 0.050 of 0.1 with 32']],
  [{ rows: [{ ...row!, product: [{ rate: 1, mainMs: 2 }] }] }, ['/browse: 2.00 ms of 1']],
  [{ uncached: [{ name: 'list', mainMs: 6, otherMs: 10 }] }, ['list: 0.60 of 0.55']],
  // Without another build, there is nothing to compare with.
  [{ uncached: [{ name: 'list', mainMs: 6, otherMs: undefined }] }, []],
  [{ process: { ...MET.process, startMs: 700 } }, ['start: 700 ms of 600']],
  [{ process: { ...MET.process, idleBytes: 140 * 2 ** 20 } }, ['idle: 140 MB of 130 MB']],
  [{ process: { ...MET.process, loadedBytes: 230 * 2 ** 20 } }, ['after load: 230 MB of 220 MB']],
])('%j misses its goals', (changes, missed) => {
  const all = goals({ ...MET, ...changes })
  expect(all.filter(({ isMet }) => !isMet).map(({ what }) => what)).toEqual(missed)
})
