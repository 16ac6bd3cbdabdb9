import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A load balancer that sends each request to the next process, also those that come over one
 * connection. It does not read what it passes on, so that malformed requests arrive as they are:
 * bytes that a client sends after an answer has begun are the next request, and an answer of 100
 * only asks for more of the same one.
 */
export async function startRoundRobin(
  ports: number[],
): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    let behind: Socket | undefined
    let answered = true
    const goOn = () => {
      const before = behind
      const process = connect(ports[turn++ % ports.length]!, '127.0.0.1')
      behind = process
      answered = false
      before?.destroy()
      open.add(process)
      process.on('data', (chunk) => {
        if (behind !== process) return
        if (!chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.1 100')) answered = true
        client.write(chunk)
      })
      process.on('end', () => behind === process && client.end())
      process.on('error', () => behind === process && client.destroy())
      process.on('close', () => open.delete(process))
    }
    open.add(client)
    client.on('data', (chunk) => {
      if (answered) goOn()
      behind!.write(chunk)
    })
    client.on('end', () => behind?.end())
    client.on('error', () => behind?.destroy())
    client.on('close', () => {
      open.delete(client)
      behind?.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
