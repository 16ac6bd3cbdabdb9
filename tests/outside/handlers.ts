import { identityProviders } from './identity-providers.ts'
import { pushServices } from './push-services.ts'
import { readr } from './readr.ts'

/** The world outside. A test changes it with `outside.use`, until its end. */
export const HANDLERS = [...identityProviders, ...pushServices, ...readr]
