import { createContext } from 'react'

/**
 * Marks the scripts that this render wrote itself. The server turns the mark into hashes in the
 * security headers and takes it out again; in the browser there is none.
 */
export const NonceContext = createContext<string | undefined>(undefined)
