import { readStored, writeStored } from './stored.ts'

const OFF_KEY = 'readr.shortcuts-off'

/** Whether the reader has turned off the keyboard shortcuts on this device. */
export const areShortcutsOff = () => readStored(OFF_KEY) !== ''

export const turnShortcuts = (on: boolean) => writeStored(OFF_KEY, on ? '' : '1')
