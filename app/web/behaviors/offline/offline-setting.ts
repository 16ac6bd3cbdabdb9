const KEEPS = 'readr.keeps'

/** Service workers need HTTPS. */
export const canSave = () => 'serviceWorker' in navigator

const reserveRoom = (keeps: boolean) =>
  void document.documentElement.toggleAttribute('data-keeps', keeps)

/** The database is too slow to reserve room in the layout; this attribute is set immediately. */
export function rememberSetting(keeps: boolean): void {
  try {
    if (keeps) localStorage.setItem(KEEPS, '1')
    else localStorage.removeItem(KEEPS)
  } catch {
    // Without storage, the layout shifts a little.
  }
  reserveRoom(keeps)
}

/** Reserves room as at the last visit. */
export function recallSetting(): void {
  try {
    reserveRoom(canSave() && localStorage.getItem(KEEPS) !== null)
  } catch {
    // Without storage, the layout shifts a little.
  }
}
