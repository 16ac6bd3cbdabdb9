/** The server has no elements to define: to it this module is empty. */
export { defineKeptElements } from './offline-elements.ts'
