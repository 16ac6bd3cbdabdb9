import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

let complaints: string[] = []

/** A test during which something was written with console.error has failed. */
beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    complaints.push(format(...args))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  if (complaints.length > 0) {
    throw new Error(`Unexpected console.error:\n${complaints.join('\n')}`)
  }
})
