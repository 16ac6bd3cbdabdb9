import { createContext } from 'react'

/**
 * The files of a summary in a dialog that a list does not load itself. Only the server knows them, so
 * that a browser need not find them one after the other.
 */
export const ArticleFilesContext = /* @__PURE__ */ createContext<string[]>([])
