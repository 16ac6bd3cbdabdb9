import { createHmac, randomBytes } from 'node:crypto'
import { decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beginAppSession } from '#app/accounts/service/begin-session.server.ts'
import { endAppSession, signOutApp } from '#app/accounts/service/end-session.server.ts'
import { refreshTokens } from '#app/accounts/service/refresh-tokens.server.ts'
import { resumeAppSession } from '#app/accounts/service/resume-session.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { db } from '#app/platform/database.server.ts'
import { MINUTE, startAt } from './accounts.ts'
import { newReader } from './readers.ts'
import { at, DAY, moveTo, NOW, SECRETS } from './session-clock.ts'

const { changes, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

const INVALID = { problem: 'Invalid or expired token' }

startAt(NOW)
beforeEach(() => {
  changes.authSecrets = [SECRETS[0]]
})

describe('an access token', () => {
  const begin = async () => {
    const user = await newReader()
    return { user, pair: await beginAppSession(user, 'Readr app', NOW) }
  }
  const accessKey = (secret: string) => createHmac('sha256', secret).update('access').digest()
  /** A token with changed content, signed with the product's key unless another is given. */
  const forged = (
    token: string,
    changed: (jwt: SignJWT) => SignJWT,
    claims: object = {},
    key = accessKey(SECRETS[0]),
  ) => {
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
    const header = decodeProtectedHeader(token)
    return changed(
      new SignJWT({ ...payload, ...claims }).setProtectedHeader({ ...header, alg: 'HS256' }),
    ).sign(key)
  }

  test('lives 15 minutes', async () => {
    const { user, pair } = await begin()
    const found = await resumeAppSession(pair.accessToken, NOW)
    expect(found).toMatchObject({ user: { id: user.id }, session: { kind: 'app' } })
    moveTo(15 * MINUTE - 1000)
    expect(await resumeAppSession(pair.accessToken, at(15 * MINUTE - 1000))).toHaveProperty('user')
    moveTo(15 * MINUTE)
    expect(await resumeAppSession(pair.accessToken, at(15 * MINUTE))).toEqual({
      problem: 'Token has expired',
    })
  })

  test('is invalid once its session has ended', async () => {
    const { user, pair } = await begin()
    await db().session.deleteMany({ where: { userId: user.id } })
    expect(await resumeAppSession(pair.accessToken, NOW)).toEqual(INVALID)
  })

  test('works only for a session of its reader', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const token = await forged(mine.pair.accessToken, (jwt) =>
      jwt.setSubject(String(theirs.user.id)),
    )
    expect(await resumeAppSession(token, NOW)).toEqual(INVALID)
  })

  test('is accepted only if this product signed it', async () => {
    const { pair } = await begin()
    const { accessToken } = pair
    const [head, body, signature] = accessToken.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const same = (jwt: SignJWT) => jwt
    const hostile: Record<string, string> = {
      'alg none': new UnsecuredJWT(claims).encode(),
      'alg none with a key id': `${encode({ ...decodeProtectedHeader(accessToken), alg: 'none' })}.${body}.`,
      'another algorithm': await new SignJWT(claims)
        .setProtectedHeader({ ...decodeProtectedHeader(accessToken), alg: 'HS512' })
        .sign(Buffer.concat([accessKey(SECRETS[0]), accessKey(SECRETS[0])])),
      'another key under this key’s id': await forged(accessToken, same, {}, randomBytes(32)),
      'the raw secret as key': await forged(accessToken, same, {}, Buffer.from(SECRETS[0])),
      'an unknown key id': `${encode({ alg: 'HS256', kid: 'ffffffff' })}.${body}.${signature}`,
      'no key id': `${encode({ alg: 'HS256' })}.${body}.${signature}`,
      'tampered claims': `${head}.${encode({ ...claims, sid: 1 })}.${signature}`,
      'no signature': `${head}.${body}.`,
      'half a signature': `${head}.${body}.${signature.slice(0, 20)}`,
      'another issuer': await forged(accessToken, (jwt) => jwt.setIssuer('evil')),
      'no issuer': await forged(accessToken, same, { iss: undefined }),
      'no subject': await forged(accessToken, same, { sub: undefined }),
      'a non-numeric subject': await forged(accessToken, same, { sub: '1 OR 1=1' }),
      'no session': await forged(accessToken, same, { sid: undefined }),
      'a non-numeric session': await forged(accessToken, same, { sid: '1' }),
      'a fractional session': await forged(accessToken, same, { sid: 1.5 }),
      'a session id out of range': await forged(accessToken, same, { sid: 2 ** 40 }),
      'a refresh token': pair.refreshToken,
      nothing: '',
      dots: '..',
      'a long text': 'a'.repeat(10_000),
    }
    for (const [what, token] of Object.entries(hostile)) {
      expect(await resumeAppSession(token, NOW), what).toEqual(INVALID)
    }
    const genuine = await forged(accessToken, same)
    expect(await resumeAppSession(genuine, NOW)).toHaveProperty('user')
  })

  test('stays valid while its key is in AUTH_SECRETS', async () => {
    const { pair } = await begin()
    changes.authSecrets = [SECRETS[1], SECRETS[0]]
    expect(await resumeAppSession(pair.accessToken, NOW)).toHaveProperty('user')
    const next = await refreshTokens(pair.refreshToken, at(MINUTE))
    expect(decodeProtectedHeader(next!.accessToken).kid).not.toBe(
      decodeProtectedHeader(pair.accessToken).kid,
    )
    changes.authSecrets = [SECRETS[1]]
    expect(await resumeAppSession(pair.accessToken, NOW)).toEqual(INVALID)
    expect(await refreshTokens(pair.refreshToken, at(MINUTE))).toBeNull()
    expect(await resumeAppSession(next!.accessToken, NOW)).toHaveProperty('user')
    expect(await refreshTokens(next!.refreshToken, at(2 * MINUTE))).not.toBeNull()
    changes.authSecrets = [SECRETS[2]]
    expect(await resumeAppSession(next!.accessToken, NOW)).toEqual(INVALID)
  })

  test('that has expired still signs out', async () => {
    const { user, pair } = await begin()
    const other = await begin()
    moveTo(DAY)
    await signOutApp(pair.accessToken)
    expect(await signedInDevices(user.id, at(DAY))).toEqual([])
    expect(await signedInDevices(other.user.id, at(DAY))).toHaveLength(1)
    await signOutApp(await forged(other.pair.accessToken, (jwt) => jwt, {}, randomBytes(32)))
    await signOutApp(await forged(other.pair.accessToken, (jwt) => jwt.setSubject(String(user.id))))
    expect(await signedInDevices(other.user.id, at(DAY))).toHaveLength(1)
  })
})

describe('a refresh token', () => {
  const begin = async () => {
    const user = await newReader()
    return { user, pair: await beginAppSession(user, 'Readr app', NOW) }
  }

  test('gives a new pair for another 30 days', async () => {
    let { pair } = await begin()
    for (let day = 29; day <= 58; day += 29) {
      moveTo(day * DAY)
      const next = await refreshTokens(pair.refreshToken, at(day * DAY))
      expect(next).toMatchObject({ accessMaxAgeMs: 15 * MINUTE, refreshMaxAgeMs: 30 * DAY })
      expect(next!.refreshToken).not.toBe(pair.refreshToken)
      expect(await resumeAppSession(next!.accessToken, at(day * DAY))).toHaveProperty('user')
      pair = next!
    }
  })

  test('never extends the session past 90 days', async () => {
    let { pair } = await begin()
    for (const [day, left] of [
      [29, 30],
      [58, 30],
      [75, 15],
      [89, 1],
    ] as const) {
      moveTo(day * DAY)
      pair = (await refreshTokens(pair.refreshToken, at(day * DAY)))!
      expect(pair.refreshMaxAgeMs).toBe(left * DAY)
    }
    moveTo(90 * DAY)
    expect(await refreshTokens(pair.refreshToken, at(90 * DAY))).toBeNull()
  })

  test('of an old session without the 90-day limit is invalid too', async () => {
    const { user, pair } = await begin()
    const { accessToken } = pair
    await db().session.updateMany({
      where: { userId: user.id },
      data: { createdAt: at(-90 * DAY) },
    })
    expect(await resumeAppSession(accessToken, NOW)).toEqual(INVALID)
    expect(await refreshTokens(pair.refreshToken, NOW)).toBeNull()
  })

  test('is invalid after 30 days', async () => {
    const { pair } = await begin()
    expect(await refreshTokens(pair.refreshToken, at(30 * DAY))).toBeNull()
  })

  test('gives the same pair when used again within REFRESH_GRACE_MS', async () => {
    const { user, pair } = await begin()
    const first = await refreshTokens(pair.refreshToken, at(MINUTE))
    expect(await refreshTokens(pair.refreshToken, at(MINUTE + 10_000))).toEqual(first)
    expect(await signedInDevices(user.id, at(MINUTE))).toHaveLength(1)
    expect(await refreshTokens(first!.refreshToken, at(2 * MINUTE))).not.toBeNull()
  })

  test('ends the session when used again later', async () => {
    const { user, pair } = await begin()
    const first = await refreshTokens(pair.refreshToken, at(MINUTE))
    expect(await refreshTokens(pair.refreshToken, at(MINUTE + 10_001))).toBeNull()
    expect(await signedInDevices(user.id, at(MINUTE))).toEqual([])
    expect(await refreshTokens(first!.refreshToken, at(MINUTE + 10_002))).toBeNull()
    expect(await resumeAppSession(first!.accessToken, at(MINUTE))).toEqual(INVALID)
  })

  test('from two exchanges ago ends the session right away', async () => {
    const { user, pair } = await begin()
    const second = await refreshTokens(pair.refreshToken, at(1000))
    await refreshTokens(second!.refreshToken, at(2000))
    expect(await refreshTokens(pair.refreshToken, at(3000))).toBeNull()
    expect(await signedInDevices(user.id, at(3000))).toEqual([])
  })

  test('gives one pair to twenty concurrent requests', async () => {
    const { user, pair } = await begin()
    const pairs = await Promise.all(
      Array.from({ length: 20 }, () => refreshTokens(pair.refreshToken, at(MINUTE))),
    )
    expect(pairs[0]).not.toBeNull()
    expect(new Set(pairs.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await db().session.findFirst({ where: { userId: user.id } })).toMatchObject({
      generation: 1,
    })
  })

  test('is accepted only if this product signed it', async () => {
    const { user, pair } = await begin()
    const [id, generation, signature] = pair.refreshToken.split('.') as [string, string, string]
    for (const token of [
      '',
      '..',
      pair.accessToken,
      `${id}.${generation}.`,
      `${id}.${generation}.${'A'.repeat(43)}`,
      `${id}.${Number(generation) + 1}.${signature}`,
      `${Number(id) + 1}.${generation}.${signature}`,
      `-${pair.refreshToken}`,
      `${pair.refreshToken}x`,
      `${pair.refreshToken}\n`,
      `${'9'.repeat(30)}.0.${signature}`,
    ]) {
      expect(await refreshTokens(token, NOW), token).toBeNull()
      await endAppSession(token)
    }
    expect(await signedInDevices(user.id, NOW)).toHaveLength(1)
    await endAppSession(pair.refreshToken)
    expect(await signedInDevices(user.id, NOW)).toEqual([])
  })
})
