import { join } from 'node:path'

/**
 * Node's flags, which keep the server's memory small (docs/performance.md, memory). Without the sizes,
 * in MB, the young generation alone takes 100 MB; the heap stays far below the second, even during an
 * import. The third is ten times the default, in bytes of WebAssembly that a function runs before
 * it is optimized: functions of Prisma's compiler, which mostly run at the start, reached the default,
 * and optimizing them took 40 MB, part of which the C library retained.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=8',
  '--max-old-space-size=320',
  '--wasm-tiering-budget=130000000',
]

/**
 * The variables that let Node store compiled code next to the build, which saves a quarter of a start.
 * The build fills it (bin/build.mjs). Where the folder cannot be written, as in the
 * container, Node does without.
 * @param build the folder of server/index.js
 */
export const compileCache = (build: string) => ({
  NODE_COMPILE_CACHE: join(build, 'compile-cache'),
  // It stays valid when the folder is copied.
  NODE_COMPILE_CACHE_PORTABLE: '1',
})

/** Variables of the C library, in bytes; without them, it retains memory for every thread. */
export const SERVER_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  // Return larger blocks to the system as soon as they are free, also those of V8's compilers. SQLite
  // takes 88 kB for each temporary table: with a lower limit, the system maps them for every statement.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
