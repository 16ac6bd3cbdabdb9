import { loadScript } from '../load-script.ts'
import { type ButtonAction, showToast } from '../toast.ts'

/** The scripts that were asked for, by address. */
const loading = new Map<string, Promise<unknown>>()

/**
 * Loads a script, once, and then tells it with an event what to do.
 * @param failed what to say when it does not load
 * @param again tries again
 * @returns closes what it says
 */
export async function startScript(
  src: string,
  target: Element,
  event: Event,
  failed: string,
  again?: ButtonAction,
): Promise<() => void> {
  const load = loading.get(src) ?? loadScript(src)
  loading.set(src, load)
  try {
    await load
    target.dispatchEvent(event)
    return () => {}
  } catch {
    loading.delete(src)
    if (await isGone(src)) {
      return showToast('Readr was updated.', { label: 'Reload', run: () => location.reload() })
    }
    return showToast(failed, again)
  }
}

/** Whether the server has no such file any more, because it has been updated. */
const isGone = (src: string) =>
  fetch(src, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )

/** Whether a script was asked for. */
export const isStarted = (src: string) => loading.has(src)
