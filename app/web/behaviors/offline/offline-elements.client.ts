/** React Router leaves this module out of the server's build, where there is no HTMLElement. */
export { defineOfflineElements } from './offline-elements.ts'
