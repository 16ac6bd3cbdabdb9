import { createContext } from 'react'

/**
 * Marks the scripts that this render wrote. The server replaces the mark by hashes in the security
 * headers. In the browser it is undefined.
 */
export const NonceContext = createContext<string | undefined>(undefined)
