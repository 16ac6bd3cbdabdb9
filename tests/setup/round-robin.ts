import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A load balancer that sends each request to the next process, also within one connection. It does
 * not parse requests, so that malformed ones arrive unchanged: what a client sends after a response
 * has begun is the next request, unless the response is 100 Continue.
 */
export async function startRoundRobin(
  ports: number[],
): Promise<{ port: number; close(): Promise<void> }> {
  let next = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    let target: Socket | undefined
    let hasAnswer = true
    const switchProcess = () => {
      const before = target
      const process = connect(ports[next++ % ports.length]!, '127.0.0.1')
      target = process
      hasAnswer = false
      before?.destroy()
      open.add(process)
      process.on('data', (chunk: Buffer) => {
        if (target !== process) return
        if (!chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.1 100')) hasAnswer = true
        client.write(chunk)
      })
      process.on('end', () => target === process && client.end())
      process.on('error', () => target === process && client.destroy())
      process.on('close', () => open.delete(process))
    }
    open.add(client)
    client.on('data', (chunk) => {
      if (hasAnswer) switchProcess()
      target!.write(chunk)
    })
    client.on('end', () => target?.end())
    client.on('error', () => target?.destroy())
    client.on('close', () => {
      open.delete(client)
      target?.destroy()
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
