import { vi } from 'vitest'

/**
 * Lets each test file load its own copy of the product, while the worker keeps the libraries. A separate
 * worker for each file would take half a second more. What the file before has changed is undone;
 * Vitest itself forgets the modules that it replaced.
 */
vi.resetModules()
vi.useRealTimers()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
