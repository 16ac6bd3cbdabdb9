import { once } from 'node:events'
import { createServer, request as askProduct, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  path: string
  authorization: string | undefined
  cookie: string | undefined
}

/** What the proxy does instead of asking the product. `hang`: nothing; `drop`: close the connection. */
export type Instead =
  'hang' | 'drop' | { status: number; body: string; headers?: Record<string, string> }

/** An error in the product's format. */
export const refused = (status: number, message: string, headers?: Record<string, string>) => ({
  status,
  body: JSON.stringify({ success: false, message }),
  headers: { 'Content-Type': 'application/json', ...headers },
})

export interface Proxy {
  origin: string
  /** Every request so far. */
  seen: Seen[]
  /** Decides which requests do not reach the product. */
  instead: (request: Seen) => Instead | undefined | Promise<Instead | undefined>
  count(path: string): number
  close(): Promise<void>
}

/** A proxy between a client and the product that can replace answers. */
export async function startProxy(target: string): Promise<Proxy> {
  const server = createServer(async (incoming, outgoing) => {
    const seen: Seen = {
      method: incoming.method!,
      path: incoming.url!,
      authorization: incoming.headers.authorization,
      cookie: incoming.headers.cookie,
    }
    proxy.seen.push(seen)
    const instead = await proxy.instead(seen)
    if (instead === 'drop') return void incoming.socket.destroy()
    if (instead === 'hang') return
    if (instead) return answer(outgoing, instead)
    const onward = askProduct(
      target + seen.path,
      { method: seen.method, headers: incoming.headers },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.rawHeaders)
        response.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    instead: () => undefined,
    count: (path) => proxy.seen.filter((request) => request.path === path).length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

function answer(outgoing: ServerResponse, instead: Exclude<Instead, string>): void {
  outgoing.writeHead(instead.status, instead.headers)
  outgoing.end(instead.body)
}
