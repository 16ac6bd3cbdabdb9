interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<
      'createHTML' | 'createScript' | 'createScriptURL',
      (text: string) => string | null
    >,
  ): void
}

/** What React writes: the empty insides that it leaves alone, and the shell of a script. */
const HTML = new Set(['', '<script></script>'])

/** The service worker, what reads aloud, and what takes payments, in the demo and elsewhere. */
const SCRIPT_ADDRESS =
  /^(?:\/service-worker\.js|\/scripts\/[\w.-]+\.js|\/dev\/stripe\.js|https:\/\/js\.stripe\.com\/.*)$/

/**
 * Says what the page's scripts may turn into code or markup, where the browser asks (the headers
 * require Trusted Types); it refuses everything else, and no other policy can be made.
 * @param ownScript the text of the script that the server has put off
 */
export function allowOwnScripts(ownScript: string | undefined): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (HTML.has(text) ? text : null),
    createScript: (text) => (text === ownScript ? text : null),
    createScriptURL: (text) => (SCRIPT_ADDRESS.test(text) ? text : null),
  })
}
