/**
 * Devices say which version of a note they change, so that a change made in between is not overwritten.
 */

/** How many versions a change may name: those that a device has sent without getting an answer. */
export const MAX_VERSIONS = 5

/** The version of a note: the FNV-1a hash of its UTF-16 units, in 32 bits, as a hexadecimal number. */
export function textVersion(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Between the two texts of a note. */
const BETWEEN = '\n\n'

/**
 * What a note says after a change: the changed text, or both texts if it is not one of the versions that
 * the device knew. Sending the same change again makes no difference.
 */
export function changedText(stored: string, changed: string, known: string[]): string {
  if (stored === '' || known.includes(textVersion(stored))) return changed
  if (stored === changed || changed === '' || stored.endsWith(BETWEEN + changed)) return stored
  return stored + BETWEEN + changed
}
