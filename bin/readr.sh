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
    exec node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz')
      .then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
    ;;
  *)
    exec node build/server/readr.js "$@"
    ;;
esac
