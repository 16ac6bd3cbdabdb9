export interface Tokens {
  /** Valid for fifteen minutes. */
  accessToken: string
  /** Valid for thirty days, for one use; absent where the platform keeps cookies itself. */
  refreshToken?: string
}

/** Where a program keeps its tokens. Every method may return a promise. */
export interface TokenStore {
  get(): Tokens | null | Promise<Tokens | null>
  set(tokens: Tokens): void | Promise<void>
  clear(): void | Promise<void>
}

/** Keeps tokens until the program ends. */
export function memoryTokenStore(tokens: Tokens | null = null): TokenStore {
  return {
    get: () => tokens,
    set: (given) => void (tokens = given),
    clear: () => void (tokens = null),
  }
}

/** The cookie's name over HTTPS and without; the server reads the one that it uses. */
const REFRESH_COOKIES = ['__Secure-readr_refresh', 'readr_refresh']

/** The Cookie header that carries a refresh token. */
export const refreshCookie = (token: string) =>
  REFRESH_COOKIES.map((name) => `${name}=${token}`).join('; ')

/** The refresh token that an answer sets; undefined where the platform hides cookies. */
export function refreshTokenIn(headers: Headers): string | undefined {
  const cookies: string[] =
    (headers as { getSetCookie?: () => string[] }).getSetCookie?.call(headers) ?? []
  for (const name of REFRESH_COOKIES) {
    const cookie = cookies.find((one) => one.startsWith(`${name}=`))
    const value = cookie?.slice(name.length + 1).split(';', 1)[0]
    if (value) return value
  }
  return undefined
}
