import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink } from 'mediabunny'
import { expect, test, vi } from 'vitest'
import { copyBeginning } from '#app/catalogue/service/media-file.server.ts'
import { opusSilence } from '../setup/sounds.ts'

test('a beginning is copied without reading what follows it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-media-'))
  const [path, target] = [join(folder, 'whole'), join(folder, 'beginning')]
  writeFileSync(path, await opusSilence(60))
  const read = vi.spyOn(EncodedPacketSink.prototype, 'getNextPacket')
  expect(await copyBeginning({ path, target, type: 'audio/ogg', endMs: 10_000 })).toBe(9993)
  // 20 ms each, and the one that is not copied.
  expect(read).toHaveBeenCalledTimes(10_000 / 20)
  read.mockRestore()
  rmSync(folder, { recursive: true })
})
