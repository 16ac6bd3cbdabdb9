import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto

/**
 * Makes hashing a password cheap; what is stored looks the same. Tests of the parameters see those
 * of the product (accounts-sign-in.test.ts), and tests of its cost turn this off
 * (accounts-timing.test.ts).
 */
crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback)
syncBuiltinESMExports()
