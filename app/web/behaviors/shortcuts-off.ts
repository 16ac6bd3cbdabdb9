const OFF_KEY = 'readr.shortcuts-off'

/** Whether the reader has turned off the keyboard shortcuts on this device. */
export const areShortcutsOff = () => localStorage.getItem(OFF_KEY) !== null

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
}
