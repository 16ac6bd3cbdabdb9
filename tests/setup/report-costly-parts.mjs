/**
 * Loaded into a process of the product (node --import): says at its end which parts were used that take
 * megabytes of memory.
 */
const used = new Set()

/** Notes when something global is read for the first time. */
function watch(object, name) {
  const value = object[name]
  Object.defineProperty(object, name, {
    get() {
      used.add(name)
      return value
    },
  })
}

// Prisma's compiler is the only WebAssembly.
watch(globalThis, 'WebAssembly')
watch(Intl, 'DateTimeFormat')
watch(Intl, 'NumberFormat')
watch(Number.prototype, 'toLocaleString')

process.on('exit', () => {
  process.stderr.write(`used: ${[...used].toSorted().join(', ')}\n`)
})
