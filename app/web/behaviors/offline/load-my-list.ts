import { loadScript } from '../load-script.ts'
import { recallSetting } from './offline-setting.ts'

export const MY_LIST_SCRIPT = '/scripts/my-list.js'

let loading: Promise<unknown> | null = null

/** Loads the script of My List, unless the page contains it. Without it, nothing is shown. */
export function loadMyListScript(): void {
  if (customElements.get('readr-copy-status')) return
  recallSetting()
  loading ??= loadScript(MY_LIST_SCRIPT).catch(() => {
    loading = null
  })
}
