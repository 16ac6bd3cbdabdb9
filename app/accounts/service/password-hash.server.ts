import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's recommendation for argon2id. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const TAG_BYTES = 32

const unpadded = (bytes: Buffer) => bytes.toBase64({ omitPadding: true })

/** Hashes a password with argon2id, in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    parallelism: LANES,
    tagLength: TAG_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Verified against when there is no stored password, so that the check takes as long. */
const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(SALT_BYTES, 7))}$${unpadded(Buffer.alloc(TAG_BYTES, 7))}`

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Checks a password against a stored hash. Costs one hash even when nothing is stored. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const parts = PHC.exec(stored ?? DUMMY_HASH)
  if (!parts) throw new Error('A stored password hash is not in PHC format.')
  const [, memory, passes, lanes, salt, tag] = parts
  const expected = Buffer.from(tag!, 'base64')
  const actual = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt!, 'base64'),
    parallelism: Number(lanes),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
  })
  return timingSafeEqual(actual, expected) && stored !== null
}
