import { describe, expect, test } from 'vitest'
import { misspelledVariables } from '#app/platform/env.server.ts'

/** Variables of shells, containers, hosts, and tools. */
const ORDINARY = `
  _ BASH COLUMNS COLORTERM DISPLAY EDITOR GROUP GID HISTFILE HOME HOSTNAME HOSTTYPE IFS INIT_CWD LANG
  LANGUAGE LC_ALL LC_CTYPE LESS LINES LOGNAME LS_COLORS MACHTYPE MAIL MANPATH OLDPWD OSTYPE PAGER PATH
  PPID PS1 PWD SHELL SHLVL SSH_AUTH_SOCK SSH_CLIENT SSH_TTY TEMP TERM TMP TMPDIR TZ UID USER USERNAME
  XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy
  NODE_PATH NODE_OPTIONS NODE_VERSION YARN_VERSION NODE_EXTRA_CA_CERTS UV_THREADPOOL_SIZE NODE_APP_INSTANCE
  npm_config_cache npm_lifecycle_event npm_package_name npm_execpath npm_node_execpath
  FLY_APP_NAME FLY_REGION FLY_ALLOC_ID FLY_PUBLIC_IP PRIMARY_REGION KUBERNETES_SERVICE_HOST
  KUBERNETES_PORT KUBERNETES_SERVICE_PORT POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT
  PGDATA PGUSER PGPASSWORD DYNO CI DEBUG OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_HEADERS
  OTEL_EXPORTER_OTLP_PROTOCOL OTEL_LOG_LEVEL INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET SYSTEMD_EXEC_PID
  MALLOC_ARENA_MAX WATCHDOG_USEC STATE_DIRECTORY LD_PRELOAD VIRTUAL_ENV DATABASE_HOST MYSQL_PORT POD_IP
`
  .trim()
  .split(/\s+/)

const variables = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, 'secret-value']))

describe('a variable that Readr does not read', () => {
  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['AUTH_SECRET', 'AUTH_SECRETS'],
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['APPURL', 'APP_URL'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['smtp_url', 'SMTP_URL'],
  ])('%s was probably meant to be %s', (name, meant) => {
    const found = misspelledVariables(variables([name, 'PATH', meant]))
    expect(found).toEqual([{ name, meant }])
    expect(JSON.stringify(found)).not.toContain('secret-value')
  })

  test('is ignored if it belongs to the system', () => {
    expect(misspelledVariables(variables(ORDINARY))).toEqual([])
  })

  test('never has one of our names', () => {
    expect(misspelledVariables(variables(['PORT', 'HOST', 'SMTP_URL', 'DEMO']))).toEqual([])
  })
})
