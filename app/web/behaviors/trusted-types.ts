interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<
      'createHTML' | 'createScript' | 'createScriptURL',
      (text: string) => string | null
    >,
  ): void
}

/** Nothing, or an empty element without attributes: React creates scripts this way. */
const EMPTY = /^(?:<([a-z]+)><\/\1>)?$/

/** The service worker, the player that reads aloud, and Stripe.js or its emulator. */
const SCRIPT_URL =
  /^(?:\/service-worker\.js|\/scripts\/[\w.-]+\.js|\/dev\/stripe\.js|https:\/\/js\.stripe\.com\/.*)$/

/**
 * Defines the only Trusted Types policy, which the headers require: scripts can create no code and no
 * markup but this.
 * @param ownScript the framework's script, which start-framework.ts starts
 */
export function allowOwnScripts(ownScript: string | undefined): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (EMPTY.test(text) ? text : null),
    createScript: (text) => (text === ownScript ? text : null),
    createScriptURL: (text) => (SCRIPT_URL.test(text) ? text : null),
  })
}
