/**
 * Settings that keep the server's memory small (docs/performance.md, memory). Without them, the
 * young generation alone takes 100 MB, and the allocator retains memory for every thread.
 */

/** Node's flags, in MB. The heap stays far below the second, even during an import. */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=320']

/** Variables that the C library reads at start, in bytes. */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  // Return larger blocks to the system as soon as they are free.
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
