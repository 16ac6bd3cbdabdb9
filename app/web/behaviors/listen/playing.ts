/** The address of the player, while a tab plays something. */
export const PLAYER = 'readr.player'
