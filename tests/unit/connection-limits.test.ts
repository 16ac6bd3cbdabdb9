import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  countInNetwork,
  unansweredOf,
  MAX_RUNNING_REQUESTS,
  isWithinConnection,
} from '#app/middleware/connection-limits.server.ts'
import { newRequestContext } from '#app/middleware/request/context.server.ts'

const newResponse = () => new EventEmitter() as EventEmitter & ServerResponse

/** A connection on which requests arrive. */
function connect() {
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy() {
      socket.destroyed = true
    },
  })
  const send = () => {
    const response = newResponse()
    const isTaken = isWithinConnection({ socket } as unknown as IncomingMessage, response)
    return { isTaken, answer: () => response.emit('close') }
  }
  return { socket, send, sendMany: (count: number) => Array.from({ length: count }, send) }
}

describe('a connection', () => {
  test('may have eight requests without an answer', () => {
    const { socket, sendMany } = connect()
    const requests = sendMany(8)
    expect(requests.every(({ isTaken }) => isTaken)).toBe(true)
    expect(socket.destroyed).toBe(false)
  })

  test('is closed at the next one, and what arrived with it is not looked at', () => {
    const { socket, send, sendMany } = connect()
    sendMany(8)
    expect(send().isTaken).toBe(false)
    expect(socket.destroyed).toBe(true)
    expect(sendMany(100).some(({ isTaken }) => isTaken)).toBe(false)
  })

  test('may send any number one after the other', () => {
    const { socket, send } = connect()
    for (let i = 0; i < 1000; i++) send().answer()
    expect(socket.destroyed).toBe(false)
  })

  test('has no effect on another', () => {
    connect().sendMany(9)
    expect(connect().send().isTaken).toBe(true)
  })
})

describe('a network', () => {
  const from = (address: string) => newRequestContext('x', address)
  const isCrowded = (address: string) => unansweredOf(from(address)) > MAX_RUNNING_REQUESTS
  const sendMany = (address: string, count: number) =>
    Array.from({ length: count }, () => {
      const response = newResponse()
      countInNetwork(response, from(address))
      return () => response.emit('close')
    })

  test('is crowded with more than 64 requests without an answer, and others are not', () => {
    const answers = sendMany('203.0.113.1', 64)
    expect(isCrowded('203.0.113.1')).toBe(false)
    answers.push(...sendMany('203.0.113.1', 1))
    expect(isCrowded('203.0.113.1')).toBe(true)
    expect(isCrowded('203.0.113.2')).toBe(false)
    answers[0]!()
    expect(isCrowded('203.0.113.1')).toBe(false)
    for (const answer of answers.slice(1)) answer()
  })

  test('is all of a client’s IPv6 addresses', () => {
    const answers = Array.from({ length: 65 }, (_, i) => sendMany(`2001:db8::${i + 1}`, 1)[0]!)
    expect(isCrowded('2001:db8::ffff')).toBe(true)
    for (const answer of answers) answer()
    expect(isCrowded('2001:db8::ffff')).toBe(false)
  })
})
