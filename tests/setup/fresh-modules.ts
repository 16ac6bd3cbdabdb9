import { vi } from 'vitest'

/**
 * Lets a test file load its own copy of the product, while its worker keeps the libraries: half a second
 * less for each file than a worker of its own.
 */
vi.resetModules()
