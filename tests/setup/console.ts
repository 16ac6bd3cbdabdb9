import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

let errors: string[] = []

/** Fails a test during which something was written with console.error. */
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    errors.push(format(...args))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  if (errors.length > 0) {
    throw new Error(`Unexpected console.error:\n${errors.join('\n')}`)
  }
})
