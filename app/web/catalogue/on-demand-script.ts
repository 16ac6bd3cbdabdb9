import { cached } from '../../middleware/cache/caching.server.ts'
import { data } from 'react-router'
import { IMMUTABLE } from './cache-control.ts'
import {
  TEXT_TO_SPEECH_FILE,
  TEXT_TO_SPEECH_SCRIPT,
} from '../behaviors/listen/text-to-speech-file.server.ts'
import {
  AUDIO_PLAYER_FILE,
  AUDIO_PLAYER_SCRIPT,
} from '../behaviors/listen/audio-player-file.server.ts'
import {
  HIGHLIGHTS_FILE,
  HIGHLIGHTS_SCRIPT,
} from '../behaviors/highlights/highlights-file.server.ts'
import { CHANGES } from '../behaviors/changes/changes-file.server.ts'
import { CHANGES_SCRIPT } from '../behaviors/changes/send-change.ts'
import { SUGGESTIONS_SCRIPT } from '../behaviors/search/load-suggestions.ts'
import { SUGGESTIONS } from '../behaviors/search/suggestions-file.server.ts'
import type { Route } from './+types/on-demand-script'

/** By address. */
const SCRIPTS = new Map([
  [`/scripts/${TEXT_TO_SPEECH_FILE}`, TEXT_TO_SPEECH_SCRIPT],
  [`/scripts/${AUDIO_PLAYER_FILE}`, AUDIO_PLAYER_SCRIPT],
  [`/scripts/${HIGHLIGHTS_FILE}`, HIGHLIGHTS_SCRIPT],
  [CHANGES_SCRIPT, CHANGES],
  [SUGGESTIONS_SCRIPT, SUGGESTIONS],
])

/** The scripts that pages load on demand: the addresses of the players and of highlights change with their content. */
export const loader = cached({}, ({ params }: Route.LoaderArgs) => {
  const script = SCRIPTS.get(`/scripts/${params.file}`)
  if (script === undefined) throw data(null, { status: 404 })
  return new Response(script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      ...([TEXT_TO_SPEECH_FILE, AUDIO_PLAYER_FILE, HIGHLIGHTS_FILE].includes(params.file)
        ? { 'Cache-Control': IMMUTABLE }
        : {}),
    },
  })
})
