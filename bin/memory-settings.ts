/**
 * What keeps the server's memory small, for whoever starts its process (docs/performance.md,
 * memory). Without it the young generation alone takes 100 MB, and the system's allocator keeps a
 * part of what every thread once used.
 */

/** Node's flags: two sizes in MB. The heap itself stays far below the second, also while importing. */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=320']

/** Variables that the C library reads when a process starts; sizes in bytes. */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  // Larger blocks go back to the system as soon as they are free.
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
