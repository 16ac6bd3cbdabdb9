/** The address of the player, while a tab plays something. */
export const PLAYER_STORAGE_KEY = 'readr.player'
