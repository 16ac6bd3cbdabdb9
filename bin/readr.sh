#!/bin/sh
# The command of a packed installation: `readr serve` runs the server, everything else is an
# operator's command. Use absolute paths: relative ones start in the installation's folder.
set -e
cd "$(dirname "$(readlink -f "$0")")/.."
case "${1:-serve}" in
  serve)
    node build/server/readr.js migrate --fill content
    exec node build/server/serve.js
    ;;
  health)
    # METRICS_PORT, if set, answers in time under any load; each process has its own port.
    exec node -e "
      const { PORT, METRICS_PORT, PROCESSES } = process.env
      const count = Number(METRICS_PORT) ? Number(PROCESSES) || 1 : 1
      const first = Number(METRICS_PORT) || Number(PORT) || 3000
      const asked = Array.from({ length: count }, (_, i) => fetch('http://127.0.0.1:' + (first + i) + '/readyz'))
      Promise.all(asked).then(
        (answers) => process.exit(answers.every(({ ok }) => ok) ? 0 : 1),
        () => process.exit(1),
      )"
    ;;
  *)
    # A small young generation: SQLite's statements are freed when it is collected.
    exec node --max-semi-space-size=8 build/server/readr.js "$@"
    ;;
esac
