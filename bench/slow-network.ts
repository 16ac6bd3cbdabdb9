/**
 * A network as slow as Lighthouse's slow 4G in front of a server. Browsers can slow down their network
 * themselves, but not what they prefetch.
 */
import { connect, createServer, type Socket } from 'node:net'

const ROUND_TRIP_MS = 150
const DOWN_BYTES_PER_S = 200_000
const UP_BYTES_PER_S = 93_750
/** As much as a packet carries. */
const PACKET_BYTES = 1460

/** One direction, which all connections share. */
function line(bytesPerSecond: number) {
  let freeAt = 0
  return (from: Socket, to: Socket) => {
    const underway: { bytes: Buffer; arrivesAt: number }[] = []
    let timer: NodeJS.Timeout | undefined
    const waitFor = ({ arrivesAt }: { arrivesAt: number }) =>
      Math.max(0, arrivesAt - performance.now())
    const deliver = () => {
      timer = undefined
      while (underway[0] && underway[0].arrivesAt <= performance.now()) {
        to.write(underway.shift()!.bytes)
      }
      if (underway[0]) timer = setTimeout(deliver, waitFor(underway[0]))
    }
    from.on('data', (data: Buffer) => {
      for (let i = 0; i < data.length; i += PACKET_BYTES) {
        const bytes = data.subarray(i, i + PACKET_BYTES)
        freeAt = Math.max(freeAt, performance.now()) + (bytes.length / bytesPerSecond) * 1000
        underway.push({ bytes, arrivesAt: freeAt + ROUND_TRIP_MS / 2 })
      }
      timer ??= setTimeout(deliver, waitFor(underway[0]!))
    })
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
}

/** @returns the port at which the server is reached over the slow network */
export async function startSlowNetwork(port: number): Promise<number> {
  const down = line(DOWN_BYTES_PER_S)
  const up = line(UP_BYTES_PER_S)
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    up(client, upstream)
    down(upstream, client)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
